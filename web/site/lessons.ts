/**
 * The path: each step has one claim, a question to answer first, and a figure that is trained on demand. Everything that a step
 * says of its figure is computed from it, so that words and picture cannot part.
 */

import type { Dataset, FitOptions, Model, RestartReport, Score, TopVariable, Trip } from 'trip-wasm';
import { catalogue, type DataId, type Material } from './data/catalogue.ts';
import { fitOptions } from './fit-options.ts';
import { matchTruth, type PlaneMatch } from './geometry.ts';
import { degrees, fixed, percent } from './numbers.ts';
import { modelPicture, modelStage, type Picture, targetOf } from './picture.ts';
import { type Sizes, sizesOf } from './sizes.ts';
import { initialOf, type Settings, type State } from './state.ts';
import type { Method } from './track.ts';

export interface Panel {
  readonly label: string;
  readonly method: Method;
  readonly state: State;
  /** Index of the start. */
  readonly start: number;
}

export interface Result {
  readonly panel: Panel;
  readonly picture: Picture;
  readonly fit: Score;
  readonly test: Score;
  readonly report: RestartReport;
  readonly match: PlaneMatch | undefined;
  /** Variables of the first rotated axis of the first mode, heaviest first. */
  readonly variables: readonly TopVariable[];
  readonly sizes: Sizes;
}

export interface Step {
  readonly title: string;
  readonly claim: string;
  readonly question: string;
  readonly choices: readonly string[];
  readonly panels: readonly Panel[];
  /** Position in `choices` of what the figure shows. */
  readonly answer: (results: readonly Result[]) => number;
  readonly told: (results: readonly Result[]) => string;
}

/** Trains; whoever runs the lessons says where. */
export type Fit = (data: Dataset, options: FitOptions, signal: AbortSignal) => Model | Promise<Model>;

const panel = (label: string, method: Method, data: DataId, changed: Partial<Settings> = {}, start = 0): Panel => ({
  label,
  method,
  start,
  state: { ...initialOf(data), ...changed },
});
const starts = (data: DataId, changed: Partial<Settings>, count: number) =>
  Array.from({ length: count }, (_, start) => panel(`start ${start + 1}`, 'trip', data, changed, start));

const right = ({ test }: Result) => test.accuracy ?? 0;
const best = (results: readonly Result[], value: (result: Result) => number) =>
  results.reduce((top, result, at) => (value(result) > value(results[top] as Result) ? at : top), 0);
/** A function of one result where the step has one figure, of two where it has two. */
const of1 =
  <T>(read: (one: Result) => T) =>
  (results: readonly Result[]) =>
    read(results[0] as Result);
const of2 =
  <T>(read: (first: Result, second: Result) => T) =>
  (results: readonly Result[]) =>
    read(results[0] as Result, results[1] as Result);
const passed = (results: readonly Result[]) => results.filter((result) => right(result) > 0.75).length;
const byObjective = (results: readonly Result[]) => best(results, ({ report }) => -report.objective);

const wineChoices = ['ash', 'magnesium', 'flavanoids'];

export const steps: readonly Step[] = [
  {
    title: 'Where the data vary most',
    claim: 'A direction can be loud and say nothing.',
    question:
      'A spiral lies in 2 of 100 dimensions, beside a direction of noise that is just as loud. PCA keeps the plane in which the data vary most. How much of the spiral will a network see there?',
    choices: ['All of it', 'A mixture of it and the noise', 'Nothing at all'],
    panels: [panel('PCA', 'pca', 'spiral')],
    answer: of1(({ test }) => ((test.accuracy ?? 0) > 0.85 ? 0 : (test.accuracy ?? 0) > 0.55 ? 1 : 2)),
    told: of1(
      ({ test, match }) =>
        `The plane of PCA shares a direction with the true one (${degrees(match?.nearest)} apart), but the other is ${degrees(match?.furthest)} off. The same network that could follow a spiral gets ${percent(test.accuracy)} of the unseen samples right.`,
    ),
  },
  {
    title: 'Where the class means part',
    claim: 'Looking at the classes is not enough: chance offers differences too.',
    question:
      'LDA looks for the direction that parts the means of the two arms, though both have their middle at the centre. It fits most of its 220 samples. How will it do on 220 new ones?',
    choices: ['As well as on the old ones', 'About 10 points worse', 'Far worse, not far from a coin toss'],
    panels: [panel('LDA', 'lda', 'spiral')],
    answer: of1(({ fit, test }) => {
      const lost = (fit.accuracy ?? 0) - (test.accuracy ?? 0);
      return lost < 0.05 ? 0 : lost < 0.15 ? 1 : 2;
    }),
    told: of1(
      ({ fit, test, match }) =>
        `${percent(fit.accuracy)} of the samples it saw, ${percent(test.accuracy)} of new ones. In 100 dimensions 220 samples always differ somewhere by chance, and that is what it found: its plane is ${degrees(match?.furthest)} off the true one.`,
    ),
  },
  {
    title: 'Learn where to look',
    claim: 'A projection can be trained by the errors of the network behind it.',
    question:
      'TRIP turns the plane and trains the network together, and asks the plane to keep the shape of the data as well. How close will it come to the true plane?',
    choices: ['Within 15°', 'Half way, about 45°', 'It stays lost'],
    panels: [panel('TRIP', 'trip', 'spiral')],
    answer: of1(({ match }) => ((match?.furthest ?? 90) < 15 ? 0 : (match?.furthest ?? 90) < 70 ? 1 : 2)),
    told: of1(
      ({ test, match }) =>
        `${degrees(match?.furthest)} off the true plane, and ${percent(test.accuracy)} of the unseen samples right. Noise points whose label says nothing keep it from 100 %.`,
    ),
  },
  {
    title: 'What λ is for',
    claim: 'Between overfitting and PCA there is a place where both terms help.',
    question: 'λ weighs how much the plane must keep of the data. Which gets most of the unseen samples right?',
    choices: ['λ = 0.001', 'λ = 0.3', 'λ = 10'],
    panels: [0.001, 0.3, 10].map((lambda) => panel(`λ = ${lambda}`, 'trip', 'spiral', { lambda })),
    answer: (results) => best(results, right),
    told: (results) =>
      `${results.map((result) => `${result.panel.label}: ${percent(result.fit.accuracy)} of the fit samples and ${percent(right(result))} of the unseen ones`).join('; ')}. A small λ finds a plane that fits by chance, a large one the plane of PCA.`,
  },
  {
    title: 'One start is a lottery',
    claim: 'The objective has many valleys, and a single start falls into any of them.',
    question: 'Six trainings that differ in nothing but their random first plane. How many will find the spiral?',
    choices: ['All six', 'Three to five', 'One or two', 'None'],
    panels: starts('spiral', {}, 6),
    answer: (results) => {
      const found = passed(results);
      return found === 6 ? 0 : found > 2 ? 1 : found > 0 ? 2 : 3;
    },
    told: (results) =>
      `${passed(results)} of ${results.length} get more than 75 % of the unseen samples right: ${results.map((result) => percent(right(result))).join(', ')}. That is why the tool trains several.`,
  },
  {
    title: 'The objective chooses',
    claim: 'Which start to keep can be told without looking at the test samples.',
    question:
      'Again six starts, on a ring within a ring. One is kept by its objective on the fit samples alone. How will it do on the unseen ones?',
    choices: [
      'It is the best of the six, or within 2 points of it',
      'Somewhere in the middle',
      'It is among the worst',
    ],
    panels: starts('rings', {}, 6),
    answer: (results) => {
      const kept = right(results[byObjective(results)] as Result);
      const all = results.map(right);
      if (kept >= Math.max(...all) - 0.02) return 0;
      return kept > (Math.max(...all) + Math.min(...all)) / 2 ? 1 : 2;
    },
    told: (results) => {
      const kept = byObjective(results);
      return `Start ${kept + 1} has the lowest objective, ${fixed((results[kept] as Result).report.objective, 3)}, and gets ${percent(right(results[kept] as Result))} of the unseen samples right. The others: ${results
        .filter((_, at) => at !== kept)
        .map((result) => percent(right(result)))
        .join(', ')}. Choosing by the test accuracy itself would be peeking.`;
    },
  },
  {
    title: 'How many axes',
    claim: 'Some shapes need a third axis.',
    question:
      'Two strands wind around one another like DNA, hidden among noise. Is a plane enough to tell them apart, or do three axes do better?',
    choices: ['A plane is enough', 'Three axes do better by 5 points or more'],
    panels: [panel('two axes', 'trip', 'helix', { rank: 2 }), panel('three axes', 'trip', 'helix', {}, 5)],
    answer: of2((plane, space) => (right(space) - right(plane) >= 0.05 ? 1 : 0)),
    told: of2(
      (plane, space) =>
        `With two axes ${percent(right(plane))} of the unseen samples are right, with three ${percent(right(space))}. Open it in the tool and turn it.`,
    ),
  },
  {
    title: 'Read the axes',
    claim: 'An axis is a weighted sum of variables, and the weights can be read.',
    question: 'Thirteen measurements of wines from three cultivars. Which of these weighs most on the first axis?',
    choices: wineChoices,
    panels: [panel('TRIP', 'trip', 'wine')],
    answer: of1(({ variables }) => {
      const known = variables.filter(({ name }) => wineChoices.includes(name ?? ''));
      return wineChoices.indexOf(known[0]?.name ?? '');
    }),
    told: of1(
      ({ variables, test }) =>
        `The heaviest are ${variables
          .slice(0, 4)
          .map(({ name, weight }) => `${name} (${fixed(weight, 2)})`)
          .join(
            ', ',
          )}. With two such axes ${percent(test.accuracy)} of the unseen wines are right. In the tool each sample tells which variables move its prediction.`,
    ),
  },
  {
    title: 'Matrices stay matrices',
    claim: 'A picture has rows and columns: one small projection for each is enough.',
    question:
      'Digits of 8 × 8 grey levels become 3 × 3. Tucker takes the projections that keep most of the pictures, TRIP those that serve the network. Which gets more unseen digits right?',
    choices: ['Tucker', 'TRIP', 'They are within a point of one another'],
    panels: [panel('Tucker', 'tucker', 'digits'), panel('TRIP', 'trip', 'digits')],
    answer: of2((tucker, trip) =>
      Math.abs(right(trip) - right(tucker)) < 0.01 ? 2 : right(trip) > right(tucker) ? 1 : 0,
    ),
    told: of2(
      (tucker, trip) =>
        `Tucker ${percent(right(tucker))}, TRIP ${percent(right(trip))}. It does so with ${trip.sizes.projection + trip.sizes.network} numbers; the same layers on all ${trip.sizes.inputs} grey levels would have ${trip.sizes.plain}.`,
    ),
  },
];

/** Trains the figure of a step; `tell` hears of each panel that is ready. */
export async function runStep(
  trip: Trip,
  { panels }: Step,
  fit: Fit,
  signal: AbortSignal,
  tell: (done: number) => void = () => {},
): Promise<Result[]> {
  let done = 0;
  const loaded = new Map<string, Promise<Material>>();
  const materialOf = ({ state }: Panel) => {
    const known = loaded.get(state.data);
    if (known) return known;
    const material = Promise.resolve(catalogue[state.data].load(trip, state));
    loaded.set(state.data, material);
    return material;
  };
  return Promise.all(
    panels.map(async (one) => {
      const material = await materialOf(one);
      const options = { ...fitOptions(one.state, material, one.method), firstRestart: one.start };
      const model = await fit(material.train, options, signal);
      tell(++done);
      try {
        return resultOf(trip, one, material, model);
      } finally {
        model.dispose();
      }
    }),
  );
}

function resultOf(trip: Trip, one: Panel, material: Material, model: Model): Result {
  const stage = modelStage(model, material, one.state.standardize);
  const picture = modelPicture(model, stage, 64, one.state);
  const explanation = model.explain(material.train, targetOf(model, one.state.target));
  const variables = explanation.top(0, 0, (explanation.axes[0] as Float64Array).length);
  explanation.dispose();
  return {
    panel: one,
    picture,
    fit: picture.trainScore,
    test: picture.testScore,
    report: model.restarts[0] as RestartReport,
    match: matchTruth(trip, model.parameters, model.spec, material.truth),
    variables: variables.slice(0, material.train.shape[1]),
    sizes: sizesOf(material.train, one.state),
  };
}
