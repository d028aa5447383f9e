/**
 * Settings of the page that repeat the figures of the saved reproduction, computed from the plans of the experiments and the
 * fingerprints of the drawn models. This file imports no component.
 */

import { fitDefaults } from 'trip-wasm';
import fig1 from '../../../docs/reproduction/fig1-models.csv?raw';
import fig3 from '../../../docs/reproduction/fig3-models.csv?raw';
import fig5 from '../../../docs/reproduction/fig5-models.csv?raw';
import fig6 from '../../../docs/reproduction/fig6-models.csv?raw';
import table2 from '../../../docs/reproduction/table2-models.csv?raw';
import { cellsOf, nameOf, pointsOf } from '../../experiments/cells.ts';
import { plans } from '../../experiments/plans/index.ts';
import { type SetSource, sourceOf } from '../../experiments/sets.ts';
import type { Cell, Plan, PlanName, Study } from '../../experiments/types.ts';
import type { DataId } from '../data/catalogue.ts';
import { addresses, initialOf, type State } from '../data/state.ts';
import type { Audience } from '../link/audience.ts';
import { optionNames } from '../link/state.ts';

/** Differences between the page and the experiment. */
export type Difference =
  /** None: the result has the same bits. */
  | 'same'
  /** The page keeps test samples that the figure trained on, or uses one split instead of folds. */
  | 'split'
  /** The page trains the starts of one seed. */
  | 'starts'
  /** The page has smaller gene networks. */
  | 'smaller'
  /** The reader has to provide the file. */
  | 'own';

export interface Run {
  readonly state: State;
  /** Small multiples over lambda and depth instead of one training. */
  readonly grid: boolean;
  readonly differences: readonly Difference[];
  /** Fingerprint of the drawn model, where the page can repeat it. */
  readonly fingerprint?: string;
  /** Name of the file that the reader has to provide. */
  readonly file?: string;
}

/** Result version of the package that made docs/reproduction. */
const reportVersion = 1;

/** Files with the cell and fingerprint of each model kept for the pictures. */
const fingerprintFiles: Partial<Record<PlanName, string>> = { fig1, fig3, fig5, fig6, table2 };

/** Cells of the wanted studies of the quick run; all cells would be thousands. */
const firstCells = (plan: Plan, wanted: (study: Study) => boolean) =>
  cellsOf({ ...plan, quick: plan.quick.filter(wanted), full: [] }, true);

/** Cells of a plan whose models were kept, with fingerprints. */
function drawnOf(plan: Plan): { cell: Cell; fingerprint: string }[] {
  const lines = (fingerprintFiles[plan.name] ?? '').trim().split('\n').slice(1);
  const known = new Map(firstCells(plan, ({ keep }) => keep === true).map((cell) => [nameOf(cell), cell]));
  return lines.flatMap((line) => {
    // A name with a comma is quoted.
    const [, name = '', fingerprint = ''] = /^"?(.*?)"?,\d+,[^,]*,(\w+)$/.exec(line) ?? [];
    const cell = known.get(name);
    return cell && isTrip(cell) ? [{ cell, fingerprint }] : [];
  });
}

const lambdaOf = ({ options }: Cell) => options.lambda ?? fitDefaults.lambda;
const isTrip = ({ options }: Pick<Cell, 'options'>) => (options.method ?? 'trip') === 'trip';

/** The plan of a figure in the report, by the name of its file. */
export function planOf(figure: string): Plan | undefined {
  return Object.values(plans).find(({ name }) => figure === name || figure.startsWith(`${name}-`));
}

/** Command that repeats a figure. */
export function commandOf({ name, quick, full }: Plan): string {
  const files = [...quick, ...full].some(({ sets }) => sets.some((set) => sourceOf(set).kind === 'file'));
  return `npm run reproduce -- ${name}${files ? ' --data DIR' : ''} --out DIR`;
}

/** Trainings of the page for a figure of the paper; none where the page lacks the data. */
export function runsOf(figure: string): Run[] {
  const plan = planOf(figure);
  if (!plan || plan.time || plan.beyond) return [];
  if (figure.endsWith('-accuracy')) return gridsOf(plan);
  const drawn = drawnOf(plan);
  const part = figure.slice(plan.name.length + 1);
  const own = drawn.filter(({ cell }) => cell.set === part);
  const shown = (own.length > 0 ? own : drawn).sort((a, b) => lambdaOf(a.cell) - lambdaOf(b.cell));
  if (shown.length > 0) return shown.map(({ cell, fingerprint }) => runOf(cell, fingerprint));
  const first = firstCells(plan, (study) => study === plan.quick[0]).find(
    (cell) => isTrip(cell) && cell.options.ranks?.[0] === initialOf('own').ranks,
  );
  return first ? [runOf(first)] : [];
}

function dataOf(source: SetSource, set: string): DataId {
  if (source.kind === 'spiral' || source.kind === 'network') return source.kind;
  return set === 'iris' || set === 'wine' ? set : 'own';
}

/** The page's settings for a cell. */
export function stateOf({ set, options }: Cell): State {
  const source = sourceOf(set);
  const data = dataOf(source, set);
  const initial = initialOf(data);
  const standardize = options.standardize ?? source.shape.length === 2;
  const full = { ...fitDefaults, ...options, standardize };
  const { restarts, hidden, ranks } = full;
  return {
    ...initial,
    dataSeed: source.kind === 'spiral' ? source.seed : initial.dataSeed,
    ...Object.fromEntries(optionNames.map((name) => [name, full[name]])),
    ranks: ranks[0] as number,
    restarts: Number(restarts),
    hiddenLayers: hidden.length,
    hiddenWidth: hidden[0] ?? initial.hiddenWidth,
  };
}

function runOf(cell: Cell, fingerprint?: string): Run {
  const source = sourceOf(cell.set);
  const state = stateOf(cell);
  const run = { state, grid: false };
  if (source.kind === 'spiral') return { ...run, differences: ['same'], ...(fingerprint && { fingerprint }) };
  if (source.kind === 'network') return { ...run, differences: ['smaller', 'split'] };
  return state.data === 'own' && source.kind === 'file'
    ? { ...run, differences: ['own', 'split'], file: source.file }
    : { ...run, differences: ['split'] };
}

/** The largest grid of lambda and depth on each of the page's data, for the first set with these data. */
function gridsOf(plan: Plan): Run[] {
  const all = [...plan.quick, ...plan.full].flatMap(({ sets, grids, protocol }) =>
    sets.flatMap((set) =>
      grids.map(({ lambda = [], hidden = [], standardize }) => ({ set, protocol, lambda, hidden, standardize })),
    ),
  );
  const largest = new Map<DataId, (typeof all)[number]>();
  for (const one of all) {
    const data = dataOf(sourceOf(one.set), one.set);
    const before = largest.get(data);
    const size = ({ lambda, hidden }: typeof one) => lambda.length * hidden.length;
    if (data !== 'own' && size(one) > (before ? size(before) : 1)) largest.set(data, one);
  }
  return [...largest.values()].map(({ set, protocol, lambda, hidden, standardize }) => {
    const values = lambda as readonly number[];
    const deepest = { ...pointsOf({ hidden, lambda, ...(standardize && { standardize }) }).at(-1), seed: 1 };
    const trials = { restarts: protocol.trials, gridStarts: protocol.trials };
    const ends = { gridFrom: Math.min(...values), gridTo: Math.max(...values), gridSteps: values.length };
    const state = stateOf({ set, options: { ...sourceOf(set).options, ...deepest } });
    const split = protocol.kind === 'whole' ? [] : (['split'] as const);
    return {
      state: { ...state, ...trials, ...ends, gridDepths: 'all' },
      grid: true,
      differences: [...split, 'starts'],
    };
  });
}

/** Address of a run; display settings and audience stay. */
export function hashOf({ state, fingerprint }: Run, shown: Partial<State>, audience: Audience): string {
  const known = fingerprint && { fingerprint, resultVersion: reportVersion };
  return `#${addresses.format({ ...state, ...shown }, { audience, ...known })}`;
}
