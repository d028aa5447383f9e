/** Marks samples: by shapes and rules, in the address, and as a link says. */

import type { Brushed } from '../../draw/types.ts';
import { combined, listOf, type Operation, type Predictions, shownSets } from '../brush/brushed.ts';
import { type Drawn, readRuns, readShape, runsCode, shapeCode } from '../brush/codes.ts';
import { inside } from '../brush/shapes.ts';
import type { Material } from '../data/catalogue.ts';
import { inTasks, nextTask } from '../data/tasks.ts';
import { lookOf, placedAll } from '../picture/picture.ts';
import type { TrackFrame } from '../training/track.ts';
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

/** Follows the data and the address; returns a function that cancels. */
export function settle(app: App): (() => void) | undefined {
  const { brush, choices, trained } = app;
  const { marks } = choices;
  const lost = brush.kept && trained.data && brush.kept.material !== trained.data;
  if (brush.codes && marks !== brush.codes) {
    // The address has moved, and has other marks or none.
    brush.kept = undefined;
    brush.codes = undefined;
  } else if (lost) {
    drop(app, 'data');
    return undefined;
  }
  if (!marks || brush.codes) return undefined;
  if (choices.usable(marks)) return restore(app);
  drop(app, choices.sameTable === false ? 'link' : 'data');
  return undefined;
}

function drop({ brush, choices }: App, reason: 'data' | 'link'): void {
  brush.kept = undefined;
  brush.codes = undefined;
  brush.dropped = reason;
  choices.marks = undefined;
  choices.write(false);
}

/** Marks the samples that the address names, once their data are loaded and, for a shape, their picture is known. */
function restore(app: App): (() => void) | undefined {
  const { choices, trained } = app;
  const { marks } = choices;
  const material = trained.materialNow;
  if (!marks || !material) return undefined;
  if (marks.runs !== undefined) {
    const sizes = { train: material.train.shape[0] as number, test: material.test.shape[0] as number };
    keep(app, material, readRuns(marks.runs, sizes));
    return undefined;
  }
  if (!isRepeatable(app)) return undefined;
  const control = new AbortController();
  const drawn = readShape(marks.shape ?? '');
  // The panels may still show earlier epochs.
  const frame = drawn && trained.track(drawn.panel)?.newest;
  void insideAll(app, drawn, frame, control.signal).then((brushed) => {
    if (!control.signal.aborted) keep(app, material, brushed);
  });
  return () => control.abort();
}

/** Keeps marks of the address as they are there; reports those that cannot be used. */
function keep(app: App, material: Material, brushed: Brushed | undefined): void {
  const { brush, choices } = app;
  const { marks } = choices;
  if (!marks) return;
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

/**
 * The samples inside a shape in the picture of a frame, of all samples also where the picture shows some of them. Undefined when the data
 * have no such frame, or when aborted.
 */
export function insideAll(
  app: App,
  drawn: Drawn | undefined,
  frame: TrackFrame | undefined,
  signal: AbortSignal,
): Promise<Brushed | undefined> {
  const { stage } = app.trained;
  if (!stage || !drawn || !frame) return Promise.resolve(undefined);
  const steps = placedAll(app.loaded.trip, stage, frame, lookOf(app.state));
  return inTasks(steps, signal).then((picture) => {
    if (!picture) return undefined;
    const test = drawn.test ? inside(picture.test, drawn.shape, picture) : new Uint8Array(picture.test.length / 2);
    return { train: inside(picture.train, drawn.shape, picture), test };
  });
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
