/**
 * The lessons: each step has one claim, a question to answer first, and a figure that is trained on demand. Each value in the text
 * of a step is computed from its figure, so that both always agree.
 */

import type { FitOptions, Model, RestartReport, Score, TopVariable, Trip } from 'trip-wasm';
import type { PermutationTest, Trainer } from 'trip-wasm/trainer';
import { finished } from '../../draw/field.ts';
import { targetOf } from '../../draw/placing.ts';
import { catalogue, type DataId, type Material } from '../data/catalogue.ts';
import { initialOf, type Settings, type State } from '../data/state.ts';
import type { Section } from '../link/audience.ts';
import { heldOutPair } from '../picture/held-out.ts';
import { lookOf, modelPicture, modelStage, type Picture } from '../picture/picture.ts';
import { matchTruth, type PlaneMatch } from '../picture/truth.ts';
import { assessedOptions } from '../training/assessment.ts';
import { type Fit, fitOptions } from '../training/fit-options.ts';
import { type Sizes, sizesOf } from '../training/sizes.ts';
import type { Method } from '../training/track.ts';

/** Difference between a panel and its neighbours. */
export type Label =
  | { readonly method: Method }
  /** Index of the start. */
  | { readonly start: number }
  /** Number of the first plane. */
  | { readonly plane: number }
  | { readonly lambda: number }
  | { readonly axes: 2 | 3 }
  /** Each sample where a model puts it that has seen it, or one that has not. */
  | { readonly seen: boolean };

export interface Panel {
  readonly label: Label;
  readonly method: Method;
  readonly state: State;
  /** Index of the start. */
  readonly start: number;
  /** TRIP begins with the random plane of the tour's seed in `state`; otherwise the start draws its plane. */
  readonly fromPlane?: true;
}

export interface Result {
  readonly panel: Panel;
  readonly picture: Picture;
  readonly fit: Pick<Score, 'accuracy'>;
  /** Scores on the test samples, or on those held out where the picture shows these. */
  readonly test: Pick<Score, 'accuracy'>;
  /** The permutation test of a picture of held-out samples. */
  readonly chance?: Pick<PermutationTest, 'p' | 'permutations' | 'atLeastAsGood'>;
  readonly report: RestartReport;
  readonly match: PlaneMatch | undefined;
  /** Variables of the first rotated axis of the first mode, heaviest first. */
  readonly variables: readonly TopVariable[];
  readonly sizes: Sizes;
}

/** Content of a step's figure. Shares are accuracies, angles are degrees. */
export type Finding =
  | { readonly code: 'pca'; readonly nearest: Angle; readonly furthest: Angle; readonly test: Share }
  | { readonly code: 'lda'; readonly fit: Share; readonly test: Share; readonly furthest: Angle }
  | { readonly code: 'trip'; readonly furthest: Angle; readonly test: Share }
  | { readonly code: 'lambda'; readonly all: readonly { lambda: number; fit: Share; test: number }[] }
  /** Number of first planes that pass, and the accuracies of all. */
  | { readonly code: 'lottery'; readonly passed: number; readonly tests: readonly number[] }
  /** The start with the lowest objective, and the accuracies of the others. */
  | {
      readonly code: 'chooses';
      readonly start: number;
      readonly objective: number;
      readonly test: number;
      readonly others: readonly number[];
    }
  | { readonly code: 'axes'; readonly two: number; readonly three: number }
  | { readonly code: 'read'; readonly heaviest: readonly TopVariable[]; readonly test: Share }
  /** Accuracies, and the numbers of parameters of TRIP and a plain network, and of values in a sample. */
  | {
      readonly code: 'matrices';
      readonly tucker: number;
      readonly trip: number;
      readonly numbers: number;
      readonly inputs: number;
      readonly plain: number;
    }
  /** Accuracies on the samples of the fit, on the same samples held out, and on new ones; and the permutation test. */
  | {
      readonly code: 'noise';
      readonly fit: Share;
      readonly heldOut: number;
      readonly test: number;
      readonly p: number;
      readonly permutations: number;
      readonly atLeastAsGood: number;
    };
type Angle = number | undefined;
type Share = number | undefined;
export type StepId = Finding['code'];

export interface Step {
  /** Name of the texts with its title, claim, question and choices. */
  readonly id: StepId;
  readonly panels: readonly Panel[];
  /** Part of the page that is unfolded when a figure opens in the tool. */
  readonly part?: Section;
  /** Number of permutations of a test of the panel, whose held-out picture is then shown beside it. */
  readonly permutations?: number;
  /** Index in `choices` of the answer that the figure shows. */
  readonly answer: (results: readonly Result[]) => number;
  readonly finding: (results: readonly Result[]) => Finding;
}

const panel = (label: Label, method: Method, data: DataId, changed: Partial<Settings> = {}, start = 0): Panel => ({
  label,
  method,
  start,
  state: { ...initialOf(data), ...changed },
});
/** A method with the settings that suit the data. */
const suited = (method: Method, data: DataId) => panel({ method }, method, data);
const starts = (data: DataId, changed: Partial<Settings>, count: number) =>
  Array.from({ length: count }, (_, start) => panel({ start }, 'trip', data, changed, start));

/** Data and start seed of the trainings that differ in their first plane alone: not those of the opening, whose result the page shows. */
const planeSeeds = { dataSeed: 7, seed: 1 };
/** Trainings of one start with these settings from random first planes; weights and order of the samples are equal. */
const planes = (data: DataId, changed: Partial<Settings>, count: number) =>
  Array.from({ length: count }, (_, at): Panel => {
    const one = panel({ plane: at + 1 }, 'trip', data, { ...changed, restarts: 1 });
    const shown = { planeView: 'plane', tour: 'hand', handFrom: 'random', tourSeed: at + 1 } as const;
    return { ...one, state: { ...one.state, ...shown }, fromPlane: true };
  });

const right = ({ test }: Result) => test.accuracy ?? 0;
const best = (results: readonly Result[], value: (result: Result) => number) =>
  results.reduce((top, result, at) => (value(result) > value(results[top] as Result) ? at : top), 0);
/** Adapts a function of one result to a step with one figure, or of two results to a step with two. */
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

const anglesOf = (match: PlaneMatch | undefined) => ({ nearest: match?.nearest, furthest: match?.furthest });

/** Ordered like the choices. */
const wineChoices = ['ash', 'magnesium', 'flavanoids'];

export const steps: readonly Step[] = [
  {
    id: 'pca',
    panels: [suited('pca', 'spiral')],
    answer: of1(({ test }) => ((test.accuracy ?? 0) > 0.85 ? 0 : (test.accuracy ?? 0) > 0.55 ? 1 : 2)),
    finding: of1(({ test, match }) => ({ code: 'pca', ...anglesOf(match), test: test.accuracy })),
  },
  {
    id: 'lda',
    panels: [suited('lda', 'spiral')],
    answer: of1(({ fit, test }) => {
      const lost = (fit.accuracy ?? 0) - (test.accuracy ?? 0);
      return lost < 0.05 ? 0 : lost < 0.15 ? 1 : 2;
    }),
    finding: of1(({ fit, test, match }) => ({
      code: 'lda',
      ...anglesOf(match),
      fit: fit.accuracy,
      test: test.accuracy,
    })),
  },
  {
    id: 'trip',
    panels: [suited('trip', 'spiral')],
    answer: of1(({ match }) => ((match?.furthest ?? 90) < 15 ? 0 : (match?.furthest ?? 90) < 70 ? 1 : 2)),
    finding: of1(({ test, match }) => ({ code: 'trip', ...anglesOf(match), test: test.accuracy })),
  },
  {
    id: 'lambda',
    part: 'settings',
    panels: [0.001, 0.3, 10].map((lambda) => panel({ lambda }, 'trip', 'spiral', { lambda })),
    answer: (results) => best(results, right),
    finding: (results) => ({
      code: 'lambda',
      all: results.map((one) => ({ lambda: one.panel.state.lambda, fit: one.fit.accuracy, test: right(one) })),
    }),
  },
  {
    id: 'lottery',
    panels: planes('spiral', planeSeeds, 6),
    answer: (results) => {
      const found = passed(results);
      return found === 6 ? 0 : found > 2 ? 1 : found > 0 ? 2 : 3;
    },
    finding: (results) => ({ code: 'lottery', passed: passed(results), tests: results.map(right) }),
  },
  {
    id: 'chooses',
    part: 'charts',
    panels: starts('rings', {}, 6),
    answer: (results) => {
      const kept = right(results[byObjective(results)] as Result);
      const all = results.map(right);
      if (kept >= Math.max(...all) - 0.02) return 0;
      return kept > (Math.max(...all) + Math.min(...all)) / 2 ? 1 : 2;
    },
    finding: (results) => {
      const start = byObjective(results);
      const kept = results[start] as Result;
      const others = results.filter((result) => result !== kept).map(right);
      return { code: 'chooses', start, objective: kept.report.objective, test: right(kept), others };
    },
  },
  {
    id: 'axes',
    part: 'settings',
    panels: [
      // The start with the lowest objective of eight, in both panels.
      panel({ axes: 2 }, 'trip', 'helix', { ranks: 2 }, 6),
      panel({ axes: 3 }, 'trip', 'helix', {}, 5),
    ],
    answer: of2((plane, space) => (right(space) - right(plane) >= 0.05 ? 1 : 0)),
    finding: of2((plane, space) => ({ code: 'axes', two: right(plane), three: right(space) })),
  },
  {
    id: 'read',
    part: 'explain',
    panels: [suited('trip', 'wine')],
    answer: of1(({ variables }) => {
      const known = variables.filter(({ name }) => wineChoices.includes(name ?? ''));
      return wineChoices.indexOf(known[0]?.name ?? '');
    }),
    finding: of1(({ variables, test }) => ({ code: 'read', heaviest: variables.slice(0, 4), test: test.accuracy })),
  },
  {
    id: 'matrices',
    panels: [suited('tucker', 'digits'), suited('trip', 'digits')],
    answer: of2((tucker, trip) =>
      Math.abs(right(trip) - right(tucker)) < 0.01 ? 2 : right(trip) > right(tucker) ? 1 : 0,
    ),
    finding: of2((tucker, trip) => {
      const { projection, network, inputs, plain } = trip.sizes;
      return {
        ...{ code: 'matrices', tucker: right(tucker), trip: right(trip) },
        ...{ numbers: projection + network, inputs, plain },
      };
    }),
  },
  {
    id: 'noise',
    part: 'assess',
    panels: [panel({ seen: true }, 'trip', 'noise')],
    permutations: 39,
    answer: of2((_, heldOut) => (right(heldOut) > 0.9 ? 0 : (heldOut.chance?.p ?? 1) <= 0.05 ? 1 : 2)),
    finding: of2((seen, heldOut) => {
      const { p, permutations, atLeastAsGood } = heldOut.chance as NonNullable<Result['chance']>;
      return {
        ...{ code: 'noise', fit: seen.fit.accuracy, heldOut: right(heldOut), test: right(seen) },
        ...{ p, permutations, atLeastAsGood },
      };
    }),
  },
];

/** The opening exercise, and the steps: the setting `pathStep` is an index. */
export const path: readonly { readonly id: StepId | 'beat' }[] = [{ id: 'beat' }, ...steps];

/** Trains a model, and tests it where a step asks for it. */
export interface Work {
  readonly fit: Fit;
  readonly trainer: Trainer;
}

/** Trains the figure of a step; calls `onProgress` for each finished panel. */
export async function runStep(
  trip: Trip,
  { panels, permutations }: Step,
  { fit, trainer }: Work,
  signal: AbortSignal,
  onProgress: (done: number) => void = () => {},
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
  const shown = await Promise.all(
    panels.map(async (one) => {
      const material = await materialOf(one);
      const model = await fit(material.train, optionsOf(trip, one, material), signal);
      onProgress(++done);
      try {
        const result = resultOf(trip, one, material, model);
        if (permutations === undefined) return [result];
        return await besideHeldOut(trainer, result, model, { permutations, signal });
      } finally {
        model.dispose();
      }
    }),
  );
  return shown.flat();
}

/** Options of the training of a panel. */
export function optionsOf(trip: Trip, { state, method, start, fromPlane }: Panel, material: Material): FitOptions {
  const options = { ...fitOptions(state, material, method), firstRestart: start };
  if (!fromPlane) return options;
  const projection = trip.randomPlane(material.train.shape[1] as number, state.ranks, state.tourSeed, 0);
  return { ...options, projection };
}

/** The fit samples of a result, and beside them where models put them that have not seen them, with the permutation test. */
async function besideHeldOut(
  trainer: Trainer,
  seen: Result,
  reference: Model,
  { permutations, signal }: { readonly permutations: number; readonly signal: AbortSignal },
): Promise<Result[]> {
  const { state } = seen.panel;
  const { stage } = seen.picture;
  const options = assessedOptions(state, stage.material, 1);
  const { picture, scores } = await trainer.crossValidate(stage.material.train, options, { reference, signal });
  const chance = await trainer.permutationTest(stage.material.train, options, { permutations, signal });
  const { ordinary, heldOut } = finished(heldOutPair(reference, stage, lookOf(state), picture?.[0] as Float32Array));
  const { accuracy } = scores[0] as Score;
  const unseen = {
    ...seen,
    panel: { ...seen.panel, label: { seen: false } },
    picture: heldOut,
    test: { ...(accuracy !== undefined && { accuracy }) },
    chance,
  };
  return [{ ...seen, picture: ordinary }, unseen];
}

function resultOf(trip: Trip, one: Panel, material: Material, model: Model): Result {
  const stage = modelStage(model, material, one.state.standardize);
  const picture = modelPicture(model, stage, 64, lookOf(one.state));
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
