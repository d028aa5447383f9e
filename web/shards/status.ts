/** How far a sweep is, from its files of rows alone: neither plan nor data are needed. */

import { stat } from 'node:fs/promises';
import { TripError } from 'trip-wasm';
import { cellsIn, type PlanOptions, readHeader, requireBeginning } from './header.js';
import { linesOf } from './lines.js';
import { cellIn, markIn, state } from './rows.js';

export interface SweepStatus {
  /** Number of cells of the plan, those with a row, those that failed, and those without either. */
  readonly cells: number;
  readonly done: number;
  readonly failed: number;
  readonly left: number;
  /** Files that were read, and those to which a row was added lately. */
  readonly files: number;
  readonly active: number;
  /** Seconds until no cell is left, if the active files go on as they do; absent where none is active or nothing is left. */
  readonly secondsLeft?: number;
}

/** A file counts as active for this time after its last row, or for some times the time of a row. */
const ACTIVE_MS = 60_000;
const ACTIVE_ROWS = 5;

/** The speed of a file since its writer began. */
interface Speed {
  readonly perSecond: number;
  readonly active: boolean;
}

export async function statusOf(paths: readonly string[], now = Date.now()): Promise<SweepStatus> {
  let identity: string | undefined;
  let states = new Uint8Array();
  const speeds: Speed[] = [];
  for (const path of paths) {
    let plan: PlanOptions | undefined;
    await requireBeginning(path);
    let [begun, rows] = [undefined as number | undefined, 0];
    for await (const { bytes, number } of linesOf(path)) {
      if (number === 1) {
        const { plan: own, text: seen } = readHeader(bytes.toString(), path);
        identity ??= seen;
        if (seen !== identity)
          throw new TripError('format', `${path} has rows of another plan or of other data than ${paths[0]}`);
        if (states.length === 0) states = new Uint8Array(cellsIn(own));
        plan = own;
        continue;
      }
      const mark = markIn(bytes);
      if (mark !== undefined) [begun, rows] = [mark, 0];
      const cell = mark === undefined ? cellIn(bytes, plan as PlanOptions) : undefined;
      if (cell === undefined) continue;
      rows++;
      if (states[cell.c] !== state.row) states[cell.c] = cell.failed ? state.failure : state.row;
    }
    if (begun !== undefined && rows > 0) speeds.push(speedOf(rows, begun, (await stat(path)).mtimeMs, now));
  }
  return summaryOf(states, paths.length, speeds);
}

function speedOf(rows: number, begun: number, last: number, now: number): Speed {
  const perRow = Math.max(last - begun, 1) / rows;
  return { perSecond: 1000 / perRow, active: now - last < Math.max(ACTIVE_MS, ACTIVE_ROWS * perRow) };
}

function summaryOf(states: Uint8Array, files: number, speeds: readonly Speed[]): SweepStatus {
  const count = (wanted: number) => states.reduce((sum, own) => sum + +(own === wanted), 0);
  const [done, failed, left] = [count(state.row), count(state.failure), count(state.none)];
  const active = speeds.filter((speed) => speed.active);
  const perSecond = active.reduce((sum, speed) => sum + speed.perSecond, 0);
  return {
    ...{ cells: states.length, done, failed, left, files, active: active.length },
    ...(left > 0 && perSecond > 0 ? { secondsLeft: left / perSecond } : {}),
  };
}
