/** Marks samples: by shapes and rules, in the address, and as a link says. */

import { placed } from '../../draw/placing.ts';
import type { Brushed } from '../../draw/types.ts';
import { combined, listOf, type Operation, type Predictions, shownSets } from '../brush/brushed.ts';
import { type Drawn, readRuns, readShape, runsCode, shapeCode } from '../brush/codes.ts';
import { inside } from '../brush/shapes.ts';
import { nextTask } from '../data/tasks.ts';
import { lookOf } from '../picture/picture.ts';
import type { App } from './app.svelte.ts';

const anyIn = ({ train, test }: Brushed) => train.includes(1) || test.includes(1);

/**
 * Changes the marked samples, and writes them into the address. `drawn` is the shape that marks exactly `next`, unless a link could not
 * repeat it.
 */
export function mark(app: App, next: Brushed, operation: Operation = 'replace', drawn?: Drawn): void {
  const { brush, choices, trained } = app;
  if (!trained.data) return;
  brush.draft = undefined;
  brush.dropped = undefined;
  const brushed = combined(brush.held?.brushed, next, operation);
  if (!anyIn(brushed)) {
    clear(app);
    return;
  }
  const alone = operation === 'replace' || (operation === 'add' && !brush.held);
  brush.kept = { material: trained.data, brushed };
  brush.codes = choices.codesOf({ runs: runsCode(brushed), shape: alone && drawn ? shapeCode(drawn) : undefined });
  choices.marks = brush.codes;
  choices.write(true);
}

export function clear({ brush, choices }: App): void {
  const marked = brush.kept !== undefined;
  brush.draft = undefined;
  brush.dropped = undefined;
  brush.kept = undefined;
  brush.codes = undefined;
  choices.marks = undefined;
  if (marked) choices.write(true);
}

/** A link repeats the trainings shown at their end, so it can repeat shapes in their pictures. */
export function isRepeatable({ trained, state }: App): boolean {
  const { finished, lookingBack, chosen, shownStart = state.restarts } = trained;
  return finished && !lookingBack && chosen !== undefined && shownStart < state.restarts;
}

/** Follows the data and the address. */
export function settle(app: App): void {
  const { brush, choices, trained } = app;
  const { marks } = choices;
  const lost = brush.kept && trained.data && brush.kept.material !== trained.data;
  if (brush.codes && marks !== brush.codes) {
    // The address has moved, and has other marks or none.
    brush.kept = undefined;
    brush.codes = undefined;
  } else if (lost) {
    drop(app, 'data');
    return;
  }
  if (!marks || brush.codes) return;
  if (!choices.usable(marks)) drop(app, choices.sameTable === false ? 'link' : 'data');
  else restore(app);
}

function drop({ brush, choices }: App, reason: 'data' | 'link'): void {
  brush.kept = undefined;
  brush.codes = undefined;
  brush.dropped = reason;
  choices.marks = undefined;
  choices.write(false);
}

/** Marks the samples that the address names, once their data are loaded and, for a shape, their picture is known. */
function restore(app: App): void {
  const { brush, choices, trained } = app;
  const { marks } = choices;
  const material = trained.materialNow;
  if (!marks || !material) return;
  const sizes = { train: material.train.shape[0] as number, test: material.test.shape[0] as number };
  let brushed: Brushed | undefined;
  if (marks.runs !== undefined) brushed = readRuns(marks.runs, sizes);
  else {
    if (!isRepeatable(app)) return;
    brushed = insideDrawn(app, readShape(marks.shape ?? ''));
  }
  if (!brushed || !anyIn(brushed)) {
    choices.problems = [...choices.problems, { code: 'badMarks' }];
    drop(app, 'link');
    return;
  }
  brush.kept = { material, brushed };
  brush.codes = { ...marks, runs: runsCode(brushed) };
  brush.dropped = undefined;
  choices.marks = brush.codes;
}

/** The samples inside a shape of a link; undefined when the data have no such panel. */
function insideDrawn({ trained, loaded, state }: App, drawn: Drawn | undefined): Brushed | undefined {
  const { stage } = trained;
  // The panels may still show earlier epochs.
  const frame = drawn && trained.track(drawn.panel)?.newest;
  if (!stage || !frame) return undefined;
  const model = loaded.trip.modelAt(frame.source, frame);
  try {
    const picture = placed(model, stage, lookOf(state));
    const train = inside(picture.train, drawn.shape, picture);
    const test = inside(picture.test, drawn.shape, picture);
    return { train, test: drawn.test ? test : new Uint8Array(test.length) };
  } finally {
    model.dispose();
  }
}

/** Number of values between two tasks. */
const valuesInTask = 200_000;

/** Predictions of TRIP's model for all samples, in short tasks; undefined while there is no model. */
export async function predictionsOf({ loaded, trained }: App): Promise<Predictions | undefined> {
  const { data } = trained;
  const frame = trained.frameOf('trip');
  if (!data || !frame) return undefined;
  const model = loaded.trip.modelAt(frame.source, frame);
  try {
    const all: { train: number[]; test: number[] } = { train: [], test: [] };
    for (const set of ['train', 'test'] as const) {
      const [count, ...dims] = data[set].shape as [number, ...number[]];
      const step = Math.max(1, Math.floor(valuesInTask / dims.reduce((product, size) => product * size, 1)));
      for (let from = 0; from < count; from += step) {
        const part = Array.from({ length: Math.min(step, count - from) }, (_, at) => from + at);
        for (const value of model.predict(loaded.trip.subset(data[set], part))) all[set].push(value);
        await nextTask();
      }
    }
    return all;
  } finally {
    model.dispose();
  }
}

/** The marked samples that the pictures show. */
export const listed = ({ brush, state }: App) =>
  brush.held ? listOf(brush.held.brushed, shownSets(state.testPoints)) : [];
