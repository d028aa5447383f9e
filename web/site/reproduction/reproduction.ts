/**
 * Settings of the page that repeat the figures of the saved reproduction, computed from the plans of the experiments and the
 * fingerprints of the drawn models. This file imports no component.
 */

import { fitDefaults } from 'trip-wasm';
import fig1 from '../../../docs/reproduction/fig1-models.csv?raw';
import fig3 from '../../../docs/reproduction/fig3-models.csv?raw';
import fig4 from '../../../docs/reproduction/fig4.csv?raw';
import fig5 from '../../../docs/reproduction/fig5-models.csv?raw';
import fig6 from '../../../docs/reproduction/fig6-models.csv?raw';
import table2 from '../../../docs/reproduction/table2-models.csv?raw';
import { cellDefaults, cellsOf, nameOf, pointsOf } from '../../experiments/cells.ts';
import { plans } from '../../experiments/plans/index.ts';
import { type SetSource, sourceOf } from '../../experiments/sets.ts';
import type { Cell, Plan, PlanName, Study } from '../../experiments/types.ts';
import type { DataId } from '../data/catalogue.ts';
import { addresses, initialOf, type State } from '../data/state.ts';
import type { Audience } from '../link/audience.ts';
import { optionNames, paperSigma, properties } from '../link/state.ts';

/** Differences between the page and the experiment. */
export type Difference =
  /** None: the result of TRIP has the same bits. */
  | 'same'
  /** The panel shows another method than TRIP, whose result has the same scores. */
  | 'baseline'
  /** The page keeps test samples that the figure trained on, or uses one split instead of folds. */
  | 'split'
  /** The page trains the starts of one seed. */
  | 'starts'
  /** The page has smaller gene networks, and a lambda that suits them. */
  | 'smaller'
  /** The page repeats the first axis of the table of variables. */
  | 'firstAxis'
  /** The page has smaller batches. */
  | 'batch'
  /** The reader has to provide the file. */
  | 'own';

/** The panel of the figure that a run repeats; undefined where the figure has one. */
export type Panel =
  | { readonly method: 'pca' | 'lda' }
  | { readonly lambda: number }
  | { readonly standardize: boolean }
  /** Index of the class whose probability is drawn. */
  | { readonly target: number }
  /** Index of a class among whose samples and those of another class the coefficients are averaged. */
  | { readonly target: number; readonly against: number }
  | { readonly mode: 1 | 2 }
  /** Title of the set. */
  | { readonly set: string };

export interface Run {
  readonly panel?: Panel;
  readonly state: State;
  /** Small multiples over lambda and depth instead of one training. */
  readonly grid: boolean;
  readonly differences: readonly Difference[];
  /** Fit sample that is explained: one of the two classes, near the boundary between them. */
  readonly sample?: number;
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
  cellsOf({ ...plan, quick: plan.quick.filter(wanted), full: [] });

/** Cells of a plan whose models were kept, with fingerprints. */
function drawnOf(plan: Plan): { cell: Cell; fingerprint: string }[] {
  const lines = (fingerprintFiles[plan.name] ?? '').trim().split('\n').slice(1);
  const known = new Map(firstCells(plan, ({ keep }) => keep === true).map((cell) => [nameOf(cell), cell]));
  return lines.flatMap((line) => {
    // A name with a comma is quoted.
    const [, name = '', fingerprint = ''] = /^"?(.*?)"?,\d+,[^,]*,(\w+)$/.exec(line) ?? [];
    const cell = known.get(name);
    return cell ? [{ cell, fingerprint }] : [];
  });
}

const lambdaOf = ({ options }: Pick<Cell, 'options'>) => options.lambda ?? cellDefaults.lambda;
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

/** Classes of the page's data, by the name of the set. */
export const classes: Readonly<Record<string, readonly string[]>> = {
  iris: ['setosa', 'versicolor', 'virginica'],
  wine: ['cultivar 1', 'cultivar 2', 'cultivar 3'],
};

/** The panels of each figure that draws kept models, each with the set of its model, in the order of the figure. */
const panels: Readonly<Record<string, readonly { readonly set: string; readonly panel?: Panel }[]>> = {
  fig1: [{ method: 'lda' } as const, { lambda: 0.1 }, { lambda: 0.3 }, { method: 'pca' } as const].map(on('spiral-1')),
  'fig3-projections': [1e-4, 1e-3, 0.01, 0.1, 1, 10].map((lambda) => ({ lambda })).map(on('spiral-1')),
  'fig5-iris': [0, 1, 2].map((target) => ({ target })).map(on('iris')),
  'fig5-wine': [0, 1, 2].map((target) => ({ target })).map(on('wine')),
  'fig5-variables': [
    ...[{ target: 2, against: 1 }].map(on('iris')),
    ...[
      { target: 0, against: 1 },
      { target: 2, against: 1 },
    ].map(on('wine')),
  ],
  'fig6-network': [{ mode: 1 } as const, { mode: 2 } as const].map(on('network')),
  'fig6-rmse': [{ set: sourceOf('network').title }].map(on('network')),
  table2: [{ set: 'network' }],
};
function on(set: string) {
  return (panel: Panel) => ({ set, panel });
}

/** Lambda of the network in the figures. */
export const networkLambda = lambdaOf(drawnOf(plans.fig6)[0]?.cell ?? { options: {} });

/** Titles of the panels of a figure that the page cannot repeat: it reads a table as vectors, and these samples are matrices. */
export const missingOf = (figure: string): string[] => (figure === 'fig6-rmse' ? [sourceOf('olive-oil').title] : []);

/** Trainings of the page for a figure of the paper, one for each of its panels; none where the page lacks the data. */
export function runsOf(figure: string): Run[] {
  const plan = planOf(figure);
  if (!plan || plan.time || plan.beyond) return [];
  if (figure.endsWith('-accuracy')) return gridsOf(plan);
  if (figure === plans.fig4.name) return tablesOf(plan);
  const drawn = drawnOf(plan);
  return (panels[figure] ?? []).flatMap(({ set, panel }) => {
    const own = drawn.filter(({ cell }) => cell.set === set);
    const one = own.find(({ cell }) =>
      panel && 'method' in panel
        ? cell.options.method === panel.method
        : isTrip(cell) && (!panel || !('lambda' in panel) || lambdaOf(cell) === panel.lambda),
    );
    return one ? [runOf(one.cell, panel, one.fingerprint)] : [];
  });
}

/** Units of the hidden layers of Figure 4. */
const fig4Width = 10;
/** A training on each of the reader's tables for Figure 4, in two dimensions, with the lambda and depth in the figure. */
function tablesOf(plan: Plan): Run[] {
  const cells = firstCells(plan, () => true);
  return fig4
    .trim()
    .split('\n')
    .map((line) => line.split(','))
    .filter(([, , method, rank]) => method === 'TRIP' && Number(rank) === initialOf('own').ranks)
    .flatMap(([set = '', , , rank, , , , lambda, layers]) => {
      const found = cells.find((one) => one.set === set && isTrip(one) && one.options.ranks?.[0] === Number(rank));
      // The grid of the figure is larger than that of the quick run.
      const hidden = Array.from({ length: Number(layers) }, () => fig4Width);
      const cell = found && { ...found, options: { ...found.options, lambda: Number(lambda), hidden } };
      return cell ? [runOf(cell, { set: sourceOf(set).title })] : [];
    });
}

function dataOf(source: SetSource, set: string): DataId {
  if (source.kind === 'spiral' || source.kind === 'network') return source.kind;
  return set === 'iris' || set === 'wine' ? set : 'own';
}

const mostBatch = properties.batchSize.max;

/** The page's settings for a cell. */
export function stateOf({ set, options }: Cell): State {
  const source = sourceOf(set);
  const data = dataOf(source, set);
  const initial = initialOf(data);
  const standardize = options.standardize ?? source.shape.length === 2;
  const full = { ...fitDefaults, ...cellDefaults, ...options, standardize };
  const { restarts, hidden, ranks } = full;
  return {
    ...initial,
    dataSeed: source.kind === 'spiral' ? source.seed : initial.dataSeed,
    ...Object.fromEntries(optionNames.map((name) => [name, full[name]])),
    // In the page's networks, the lowest objective at the lambda of the report keeps the groups that vary most, without information.
    ...(source.kind === 'network' && { lambda: initial.lambda }),
    ranks: ranks[0] as number,
    restarts: Number(restarts),
    batchSize: Math.min(full.batchSize ?? initial.batchSize, mostBatch),
    hiddenLayers: hidden.length,
    hiddenWidth: hidden[0] ?? initial.hiddenWidth,
  };
}

/** Settings that show a panel: that of another method has its curves, a class has the arrows of the figure, a mode its own axes. */
function shownIn(panel: Panel | undefined): Partial<State> {
  if (!panel) return {};
  if ('method' in panel) return { curve: panel.method };
  if ('target' in panel) return { target: panel.target, against: neighbourOf(panel), arrows: true, sigma: paperSigma };
  return 'mode' in panel ? { mode: `${panel.mode}`, arrows: true, sigma: paperSigma } : {};
}

/** The class beside `target` in the paper's reading: versicolor and cultivar 2 lie between the others. */
const neighbourOf = (panel: { readonly target: number; readonly against?: number }) =>
  panel.against ?? (panel.target === 1 ? 2 : 1);

/** A fit sample of the two classes near the boundary between them, for each class to explain. */
const boundarySamples: Readonly<Record<string, readonly number[]>> = { iris: [29, 57, 94], wine: [29, 63, 91] };

function runOf(cell: Cell, panel: Panel | undefined, fingerprint?: string): Run {
  const source = sourceOf(cell.set);
  const state = { ...stateOf(cell), ...shownIn(panel) };
  const sample = panel && 'target' in panel ? boundarySamples[cell.set]?.[panel.target] : undefined;
  const run = { ...(panel && { panel }), state, grid: false, ...(sample !== undefined && { sample }) };
  if (!isTrip(cell)) return { ...run, differences: ['baseline'] };
  if (source.kind === 'spiral') return { ...run, differences: ['same'], ...(fingerprint && { fingerprint }) };
  // The table is the only run on the networks without a panel.
  if (source.kind === 'network')
    return { ...run, differences: ['smaller', 'split', ...(panel ? [] : (['firstAxis'] as const))] };
  const batch = (source.options.batchSize ?? 0) > mostBatch ? (['batch'] as const) : [];
  return state.data === 'own' && source.kind === 'file'
    ? { ...run, differences: ['own', 'split', ...batch], file: source.file }
    : { ...run, differences: ['split'] };
}

/** The largest grid of lambda and depth on each of the page's data and scalings, for the first set with these data. */
function gridsOf(plan: Plan): Run[] {
  const all = [...plan.quick, ...plan.full].flatMap(({ sets, grids, protocol }) =>
    sets.flatMap((set) =>
      grids.flatMap(({ lambda = [], hidden = [], standardize = [undefined] }) =>
        standardize.map((scaled) => ({ set, protocol, lambda, hidden, scaled })),
      ),
    ),
  );
  const largest = new Map<string, (typeof all)[number]>();
  for (const one of all) {
    const data = dataOf(sourceOf(one.set), one.set);
    const key = `${data} ${one.scaled}`;
    const before = largest.get(key);
    const size = ({ lambda, hidden }: typeof one) => lambda.length * hidden.length;
    if (data !== 'own' && size(one) > (before ? size(before) : 1)) largest.set(key, one);
  }
  return [...largest.values()].map(({ set, protocol, lambda, hidden, scaled }) => {
    const values = lambda as readonly number[];
    const scaling = scaled === undefined ? {} : { standardize: [scaled] };
    const deepest = { ...pointsOf({ hidden, lambda, ...scaling }).at(-1), seed: 1 };
    const trials = { restarts: protocol.trials, gridStarts: protocol.trials };
    const ends = { gridFrom: Math.min(...values), gridTo: Math.max(...values), gridSteps: values.length };
    const state = stateOf({ set, options: { ...sourceOf(set).options, ...deepest } });
    const split = protocol.kind === 'whole' ? [] : (['split'] as const);
    return {
      panel: scaled === undefined ? { set: sourceOf(set).title } : { standardize: scaled },
      state: { ...state, ...trials, ...ends, gridDepths: 'all', gridWanted: true },
      grid: true,
      differences: [...split, 'starts'],
    };
  });
}

/** Address of a run; display settings and audience stay. */
export function hashOf({ state, fingerprint, sample: index }: Run, shown: Partial<State>, audience: Audience): string {
  const known = fingerprint && { fingerprint, resultVersion: reportVersion };
  const sample = index === undefined ? undefined : ({ set: 'train', index } as const);
  return `#${addresses.format({ ...state, ...shown }, { audience, sample, ...known })}`;
}
