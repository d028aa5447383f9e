/** Trains the figure of a step. */

import type { FitOptions, Model, RestartReport, Score, Trip } from 'trip-wasm';
import type { Trainer } from 'trip-wasm/trainer';
import { finished } from '../../draw/field.ts';
import { targetOf } from '../../draw/placing.ts';
import { catalogue, type Material } from '../data/catalogue.ts';
import { heldOutPair } from '../picture/held-out.ts';
import { lookOf, modelPicture, modelStage, type Picture } from '../picture/picture.ts';
import { matchTruth } from '../picture/truth.ts';
import { assessedOptions } from '../training/assessment.ts';
import { type Fit, fitOptions } from '../training/fit-options.ts';
import { sizesOf } from '../training/sizes.ts';
import type { TrackFrame } from '../training/track.ts';
import type { Panel, Plan, Result } from './types.ts';

/** Trains a model, and tests it where a step asks for it. */
interface Work {
  readonly fit: Fit;
  readonly trainer: Trainer;
}

/** Resolution of the predictions in a picture. */
const cells = 64;

/** Trains the panels; calls `onProgress` with the number of finished ones. */
export async function runStep(
  trip: Trip,
  plan: Plan,
  { fit, trainer }: Work,
  signal: AbortSignal,
  onProgress: (done: number) => void = () => {},
): Promise<Result[]> {
  const { panels, permutations, record } = plan;
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
      const options = { ...optionsOf(trip, one, material), ...(record !== undefined && { record }) };
      const model = await fit(material.train, options, signal);
      onProgress(++done);
      try {
        const result = { ...resultOf(trip, one, material, model), ...plan.examine?.(trip, material, model) };
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
    picture: asUnseen(heldOut),
    test: { ...(accuracy !== undefined && { accuracy }) },
    chance,
  };
  return [{ ...seen, picture: ordinary }, unseen];
}

/** The picture with its samples as unseen ones, which are drawn hollow. */
const asUnseen = (picture: Picture): Picture => {
  const { material } = picture.stage;
  const stage = { ...picture.stage, material: { ...material, test: material.train } };
  return { ...picture, stage, train: new Float32Array(0), test: picture.train };
};

function resultOf(trip: Trip, one: Panel, material: Material, model: Model): Result {
  const stage = modelStage(model, material, one.state.standardize);
  const picture = modelPicture(trip, model, stage, cells, lookOf(one.state));
  const explanation = model.explain(material.train, targetOf(model, one.state.target));
  const count = material.train.shape[1] as number;
  const [variables, second] = [0, 1].map((axis) =>
    axis < (model.spec.ranks[0] as number) ? explanation.top(0, axis, count) : [],
  ) as [Result['variables'], Result['second']];
  explanation.dispose();
  const report = model.restarts[0] as RestartReport;
  const recorded = model.frames.filter(({ epoch }) => epoch < report.epochs);
  const end = { restart: one.start, epoch: report.epochs, parameters: model.parameters };
  const complete = (frame: (typeof recorded)[number]): TrackFrame => ({
    ...frame,
    source: model,
    match: matchTruth(trip, frame.parameters, model.spec, material.truth),
  });
  const frames = [...recorded, end].map(complete);
  return {
    panel: one,
    picture,
    fit: picture.trainScore,
    test: picture.testScore,
    report,
    match: frames.at(-1)?.match,
    variables,
    second,
    sizes: sizesOf(material.train, one.state),
    frames,
  };
}
