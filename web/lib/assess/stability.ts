/** Stability: bootstrap samples, their planes turned to those of a reference, angles, loadings and points with their spread. */

import { product } from '../common/arrays.js';
import { boolean, defined, integer, number, readOptions, seed as seedCheck } from '../common/check.js';
import { fail } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { encodedDims } from '../data/categories.js';
import { allSamples } from '../data/indices.js';
import { split, subset } from '../data/subset.js';
import type { OpenOptions } from '../model/options.js';
import { toCellOptions } from '../sweep/cell-options.js';
import type { Cell, Execute } from '../sweep/execute.js';
import { readData, taskOf } from '../sweep/plan.js';
import { spreads } from '../sweep/summary.js';
import type {
  AssessedOptions,
  AssessmentRow,
  Dataset,
  InputSpec,
  Samples,
  Stability,
  StabilityOptions,
} from '../types.js';
import { type Bootstrap, type BootstrapSettings, drawBootstrap, partsToLearn } from './bootstrap.js';
import { modesOf, pointsOf } from './bootstrap-spread.js';
import { type AssessedCell, Fits, fitsChecks, planChecksum } from './fits.js';
import { readGroups } from './fold-settings.js';
import { splitSeed } from './folds.js';
import { fullOptions, requireFewFits } from './options.js';
import {
  dimsOf,
  hasPlanes,
  inputOf,
  type Projected,
  projectedOf,
  projectedReference,
  readAxes,
  readReference,
} from './projections.js';

/** Stream 2 + b of the master seed is the seed of bootstrap b. Streams 0 and 1 are those of the reference's fit. */
const FIRST_STREAM = 2;
/** Stream of a bootstrap's seed for its fit; the next ones draw its samples. */
const FIT_STREAM = 2;

const defaults = { bootstraps: 100, level: 0.95, points: false, seed: 1, done: [] };
const checksOf = (data: Dataset) => ({
  ...fitsChecks,
  bootstraps: (name: string, value: unknown) => integer(name, value, 2, 10_000),
  groups: (name: string, value: unknown) => readGroups(name, value, data.shape[0] as number),
  stratify: boolean,
  reference: readReference,
  axes: (_name: string, value: unknown) => value,
  level: (name: string, value: unknown) => number(name, value, 0.5, 0.999),
  points: boolean,
  seed: seedCheck,
});

/** Everything that the fits follow from. */
interface Plan {
  readonly data: Dataset;
  readonly options: OpenOptions;
  readonly drawing: BootstrapSettings;
  /** Samples that every bootstrap projects. */
  readonly latent: readonly number[] | undefined;
  readonly seed: number;
}

/** Checks everything, and returns the function that trains. */
export function planStability(
  raw: RawModule,
  given: { readonly data: Samples; readonly options: AssessedOptions; readonly settings: StabilityOptions },
) {
  const data = readData('data', given.data);
  const options = fullOptions(raw, data, given.options);
  const settings = readOptions('stability', given.settings, checksOf(data), defaults);
  const { bootstraps, groups, level, points, seed, signal, executor, retries, onProgress, done } = settings;
  const stratify = stratifyOf(data, settings);
  const drawing = { data, groups: groups?.of, stratify, validation: options.validation as number };
  const plan: Plan = { data, options, drawing, latent: points ? allSamples(data) : undefined, seed };
  const reference = settings.reference && projectedReference(settings.reference, data, options);
  const axes = readAxes(settings.axes, reference);
  const cells = Array.from({ length: bootstraps }, (_, b) => bootstrapCell(raw, plan, b));
  if (reference === undefined) cells.unshift(referenceCell(raw, plan));
  requireFewFits(cells.length, `${bootstraps} bootstraps`);
  // Samples that cannot be drawn or prepared are refused before anything is trained.
  for (const cell of cells.slice(0, 2)) taskOf(raw, data, cell.plan());
  const checksum = planChecksum(data, {
    kind: 'stability',
    options,
    groups: groups && [...groups.of],
    stratify,
    points,
    seed,
  });
  const run = async (execute: Execute): Promise<Stability> => {
    const fits = new Fits(execute, { plan: checksum, total: cells.length, done, onProgress });
    const rows = await fits.run(cells);
    const first = cells.length - bootstraps;
    const projected = rows.map((row, r) => projectedOf(data, row, { input: cells[r]?.input(), ranks: options.ranks }));
    const own = projected.slice(first);
    const spread = { reference: reference ?? (projected[0] as Projected), level, seed, axes };
    return Object.freeze({
      bootstraps,
      rows: Object.freeze(rows),
      outOfBag: spreads(rows.slice(first).map(({ test }) => test)),
      modes: Object.freeze(modesOf(raw, data, own, spread)),
      ...(points ? { points: pointsOf(raw, own, spread) } : {}),
    });
  };
  return { data, execution: { signal, executor, retries }, run };
}

function stratifyOf({ labels }: Dataset, { stratify, groups }: { stratify?: boolean; groups?: unknown }): boolean {
  if (stratify && labels === undefined)
    fail('option', 'stratify is true, but a regression has no classes; false is accepted');
  if (stratify && groups !== undefined)
    fail('option', 'stratify is true, but whole groups are drawn; give one of stratify and groups');
  return stratify ?? (labels !== undefined && groups === undefined);
}

/** A cell, and the categories that its fit knows. */
interface StabilityCell extends AssessedCell {
  readonly input: () => InputSpec | undefined;
}

/** A fit whose report has projections, and with `latent` these samples projected; `fitted` determines its categories. */
function cellOf(
  { data, options }: Plan,
  { name, plan, fitted, latent }: Cell & { fitted: () => Dataset; latent?: readonly number[] },
): StabilityCell {
  const input = () => data.categories && inputOf(fitted(), options);
  const coordinates = latent && latent.length * product(options.ranks);
  const hasParts = (row: AssessmentRow) => {
    const own = input();
    const dims = own === undefined ? dimsOf(data) : encodedDims(own.dims, own.categories);
    return hasPlanes(row, dims, options.ranks, coordinates);
  };
  return { name, plan, input, hasParts };
}

/** The fit of all samples with the master seed, scored on its own samples. */
function referenceCell(raw: RawModule, plan: Plan): StabilityCell {
  const { data, options, seed, drawing } = plan;
  const all = allSamples(data);
  const name = 'reference';
  const { groups, validation: share } = drawing;
  const learned = () => partsToLearn(raw, { data, groups, share }, all, splitSeed(raw, seed));
  return cellOf(plan, {
    name,
    plan: () => ({
      ...{ name, ...learned(), heldOut: all, seed },
      ...{ options: toCellOptions(options), wanted: { projections: true } },
    }),
    fitted: () =>
      share > 0 && groups === undefined ? split(raw, data, share, seed).train : subset(data, learned().train),
  });
}

function bootstrapCell(raw: RawModule, plan: Plan, b: number): StabilityCell {
  const { data, options, latent } = plan;
  const name = `bootstrap ${b}`;
  const own = raw.deriveSeed(plan.seed, FIRST_STREAM + b);
  const draw = () => drawBootstrap(raw, plan.drawing, own);
  return cellOf(plan, {
    name,
    plan: () => {
      const { outOfBag, ...sets }: Bootstrap = draw();
      const wanted = { projections: true, ...defined({ latent }) };
      const fit = { options: toCellOptions(options), seed: raw.deriveSeed(own, FIT_STREAM) };
      return { name, ...sets, heldOut: outOfBag, ...fit, wanted };
    },
    fitted: () => subset(data, draw().train),
    ...defined({ latent }),
  });
}
