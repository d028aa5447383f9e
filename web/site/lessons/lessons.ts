/**
 * The path: each step has one claim, a question to answer first, and a figure that is trained on demand. Everything that a step
 * says of its figure is computed from it, so that words and picture cannot part.
 */

import type { Dataset, FitOptions, Model, RestartReport, Score, TopVariable, Trip } from 'trip-wasm';
import { catalogue, type DataId, type Material } from '../data/catalogue.ts';
import { initialOf, type Phrase, type Settings, type State } from '../link/state.ts';
import { matchTruth, type PlaneMatch } from '../picture/geometry.ts';
import { modelPicture, modelStage, type Picture, targetOf } from '../picture/picture.ts';
import { lessons, type StepId } from '../text/en/lessons.ts';
import { page } from '../text/en/page.ts';
import { degrees, fixed, percent, plain } from '../text/numbers.ts';
import { fitOptions } from '../training/fit-options.ts';
import { type Sizes, sizesOf } from '../training/sizes.ts';
import type { Method } from '../training/track.ts';

export interface Panel {
  readonly label: Phrase;
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
  /** Of its strings: title, claim, question and choices. */
  readonly id: StepId;
  readonly panels: readonly Panel[];
  /** Position in `choices` of what the figure shows. */
  readonly answer: (results: readonly Result[]) => number;
  readonly told: (results: readonly Result[]) => string;
}

/** Trains; whoever runs the lessons says where. */
export type Fit = (data: Dataset, options: FitOptions, signal: AbortSignal) => Model | Promise<Model>;

const name = (method: string) => () => method;
const panel = (label: Phrase, method: Method, data: DataId, changed: Partial<Settings> = {}, start = 0): Panel => ({
  label,
  method,
  start,
  state: { ...initialOf(data), ...changed },
});
const starts = (data: DataId, changed: Partial<Settings>, count: number) =>
  Array.from({ length: count }, (_, start) => panel(() => lessons.start(start + 1), 'trip', data, changed, start));

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

const accuracies = (results: readonly Result[]) => results.map((result) => percent(right(result))).join(page.list);

/** In the order of the choices. */
const wineChoices = ['ash', 'magnesium', 'flavanoids'];

export const steps: readonly Step[] = [
  {
    id: 'pca',
    panels: [panel(name('PCA'), 'pca', 'spiral')],
    answer: of1(({ test }) => ((test.accuracy ?? 0) > 0.85 ? 0 : (test.accuracy ?? 0) > 0.55 ? 1 : 2)),
    told: of1(({ test, match }) =>
      lessons.told.pca(degrees(match?.nearest), degrees(match?.furthest), percent(test.accuracy)),
    ),
  },
  {
    id: 'lda',
    panels: [panel(name('LDA'), 'lda', 'spiral')],
    answer: of1(({ fit, test }) => {
      const lost = (fit.accuracy ?? 0) - (test.accuracy ?? 0);
      return lost < 0.05 ? 0 : lost < 0.15 ? 1 : 2;
    }),
    told: of1(({ fit, test, match }) =>
      lessons.told.lda(percent(fit.accuracy), percent(test.accuracy), degrees(match?.furthest)),
    ),
  },
  {
    id: 'trip',
    panels: [panel(name('TRIP'), 'trip', 'spiral')],
    answer: of1(({ match }) => ((match?.furthest ?? 90) < 15 ? 0 : (match?.furthest ?? 90) < 70 ? 1 : 2)),
    told: of1(({ test, match }) => lessons.told.trip(degrees(match?.furthest), percent(test.accuracy))),
  },
  {
    id: 'lambda',
    panels: [0.001, 0.3, 10].map((lambda) => panel(() => lessons.lambda(plain(lambda)), 'trip', 'spiral', { lambda })),
    answer: (results) => best(results, right),
    told: (results) => {
      const one = (result: Result) =>
        lessons.told.lambdaOne(result.panel.label(), percent(result.fit.accuracy), percent(right(result)));
      return lessons.told.lambda(results.map(one).join(lessons.join));
    },
  },
  {
    id: 'lottery',
    panels: starts('spiral', {}, 6),
    answer: (results) => {
      const found = passed(results);
      return found === 6 ? 0 : found > 2 ? 1 : found > 0 ? 2 : 3;
    },
    told: (results) => lessons.told.lottery(passed(results), results.length, accuracies(results)),
  },
  {
    id: 'chooses',
    panels: starts('rings', {}, 6),
    answer: (results) => {
      const kept = right(results[byObjective(results)] as Result);
      const all = results.map(right);
      if (kept >= Math.max(...all) - 0.02) return 0;
      return kept > (Math.max(...all) + Math.min(...all)) / 2 ? 1 : 2;
    },
    told: (results) => {
      const at = byObjective(results);
      const kept = results[at] as Result;
      const others = accuracies(results.filter((result) => result !== kept));
      return lessons.told.chooses(at + 1, fixed(kept.report.objective, 3), percent(right(kept)), others);
    },
  },
  {
    id: 'axes',
    panels: [
      // Of the eight starts of either, the one with the lowest objective.
      panel(() => lessons.twoAxes, 'trip', 'helix', { rank: 2 }, 6),
      panel(() => lessons.threeAxes, 'trip', 'helix', {}, 5),
    ],
    answer: of2((plane, space) => (right(space) - right(plane) >= 0.05 ? 1 : 0)),
    told: of2((plane, space) => lessons.told.axes(percent(right(plane)), percent(right(space)))),
  },
  {
    id: 'read',
    panels: [panel(name('TRIP'), 'trip', 'wine')],
    answer: of1(({ variables }) => {
      const known = variables.filter(({ name }) => wineChoices.includes(name ?? ''));
      return wineChoices.indexOf(known[0]?.name ?? '');
    }),
    told: of1(({ variables, test }) => {
      const heaviest = variables.slice(0, 4).map(({ name, weight }) => lessons.variable(name ?? '', fixed(weight, 2)));
      return lessons.told.read(heaviest.join(page.list), percent(test.accuracy));
    }),
  },
  {
    id: 'matrices',
    panels: [panel(name('Tucker'), 'tucker', 'digits'), panel(name('TRIP'), 'trip', 'digits')],
    answer: of2((tucker, trip) =>
      Math.abs(right(trip) - right(tucker)) < 0.01 ? 2 : right(trip) > right(tucker) ? 1 : 0,
    ),
    told: of2((tucker, trip) => {
      const { projection, network, inputs, plain: flat } = trip.sizes;
      const [ours, all] = [plain(projection + network), plain(inputs)];
      return lessons.told.matrices(percent(right(tucker)), percent(right(trip)), ours, all, plain(flat));
    }),
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
