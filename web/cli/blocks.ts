/** Reads a large table for a model in blocks of rows: once to check it and to decide how it is read, then to compute. */

import type { Dataset, Trip } from 'trip-wasm';
import {
  type ColumnPlan,
  type Format,
  type Place,
  readBlocks,
  type Survey,
  surveyTable,
  type Table,
  type TableOptions,
  toDataset,
  withoutRows,
} from '../table/index.js';
import { defined } from './checks.js';
import { formatOf } from './files.js';
import { displayName, FileError, readerOptions, reportTable, withPath } from './input.js';
import {
  type Columns,
  cellsOf,
  type DataRequest,
  findColumns,
  type KnownModel,
  type ModelData,
  reportSigns,
} from './model.js';
import { Precision } from './precision.js';
import { openSpool, SMALL, type Spool } from './spool.js';
import type { Terminal } from './terminal.js';
import { traced } from './trace.js';

/** The samples of a large table, block by block. */
export interface LargeData {
  readonly count: number;
  blocks(): AsyncGenerator<ModelData, void>;
}

/** An open table, and its samples in blocks if it is large and nothing in it needs all rows at once. */
export interface OpenData {
  readonly source: () => AsyncIterable<Uint8Array>;
  readonly large?: LargeData;
  close(): Promise<void>;
}

/** Undefined for data that are no text table, or whose categories the package encodes. */
export async function openData(
  trip: Trip,
  known: KnownModel,
  path: string,
  request: DataRequest,
  terminal: Terminal,
): Promise<OpenData | undefined> {
  const { reading } = request;
  if ((reading.format ?? formatOf(path)) !== 'csv' || known.spec.input !== undefined) return undefined;
  let spool: Spool | undefined;
  try {
    spool = await openSpool(path, terminal);
    const { read, close } = spool;
    const open = { source: () => read(0), close };
    if (spool.size <= SMALL) return open;
    traced('read data in blocks');
    const large = await new Blocks(trip, known, path, request, spool).survey(terminal);
    return large === undefined ? open : { ...open, large };
  } catch (error) {
    await spool?.close();
    throw withPath(error, path);
  }
}

/** One table whose rows are read several times. */
class Blocks {
  readonly #trip: Trip;
  readonly #known: KnownModel;
  readonly #path: string;
  readonly #request: DataRequest;
  readonly #spool: Spool;
  readonly #missing: 'refuse' | 'mean' | 'drop';
  #columns: Columns | undefined;

  constructor(trip: Trip, known: KnownModel, path: string, request: DataRequest, spool: Spool) {
    this.#trip = trip;
    this.#known = known;
    this.#path = path;
    this.#request = request;
    this.#spool = spool;
    this.#missing = request.missing ?? (known.spec.fill === undefined ? 'refuse' : 'mean');
  }

  /** Reads all rows once; undefined if samples are refused, which the reading of all rows at once explains. */
  async survey(terminal: Terminal): Promise<LargeData | undefined> {
    const width = this.#known.spec.dims.reduce((product, length) => product * length, 1);
    const precision = new Precision(width);
    const places: { samples: number; place: Place }[] = [];
    let [rows, count, refused] = [0, 0, false];
    const see = (block: Table, place: Place | undefined) => {
      if (refused) return;
      try {
        const { input, samples } = this.#samplesOf(block);
        rows += block.rows.length;
        count += samples.length;
        precision.add(input.x as Float64Array);
      } catch {
        refused = true;
      }
      if (place !== undefined) places.push({ samples: count, place });
    };
    const survey = await surveyTable((from) => this.#spool.read(from), this.#options(terminal), see);
    if (refused || count === 0) return undefined;
    const doubles = await this.#needsDoubles(survey, precision, places);
    this.#report(survey.table, rows - count, rows, terminal);
    return { count, blocks: () => this.#blocks(survey, { count, doubles, terminal }) };
  }

  #options(terminal?: Terminal): TableOptions {
    const choose = (plans: readonly ColumnPlan[], format: Format) => {
      this.#columns = findColumns(this.#known, this.#request, plans, format);
      return this.#columns.types;
    };
    const required = (name: string) => this.#missing === 'refuse' && (this.#columns?.isFeature.has(name) ?? false);
    const verbatim = (name: string) => this.#columns?.copied.has(name) ?? false;
    const onProgress = (read: number) =>
      terminal?.progress(`reading ${displayName(this.#path)}`, read, this.#spool.size);
    return { ...readerOptions(this.#request.reading), choose, required, verbatim, onProgress };
  }

  #samplesOf(block: Table) {
    const { features } = this.#columns as Columns;
    const { task } = this.#known.spec;
    const choice = { features, shape: this.#known.spec.dims, missing: this.#missing, block: true };
    return toDataset(block, { ...choice, ...defined({ task }) });
  }

  async #needsDoubles(
    survey: Survey,
    precision: Precision,
    places: readonly { samples: number; place: Place }[],
  ): Promise<boolean> {
    let known = precision;
    // The blocks of the survey had preliminary values.
    if (survey.preliminary) {
      known = new Precision(this.#known.spec.dims.reduce((product, length) => product * length, 1));
      for await (const x of this.#values(survey, 0)) known.add(x);
    }
    const { loses, half } = known;
    if (loses !== undefined) return loses;
    const near = places.filter(({ samples }) => samples <= half).at(-1);
    const second = this.#values(survey, half - (near?.samples ?? 0), near?.place);
    return known.pairsAreNarrow(this.#values(survey, 0), second);
  }

  /** The values of the samples, without the first `skipped`. */
  async *#values(survey: Survey, skipped: number, place?: Place): AsyncGenerator<Float64Array, void> {
    let skip = skipped;
    for await (const block of readBlocks((from) => this.#spool.read(from), this.#options(), survey, place)) {
      const { input, samples } = this.#samplesOf(block);
      const own = Math.min(skip, samples.length);
      skip -= own;
      if (own < samples.length) yield (input.x as Float64Array).subarray(own * (input.x.length / samples.length));
    }
  }

  async *#blocks(
    survey: Survey,
    { count, doubles, terminal }: { count: number; doubles: boolean; terminal: Terminal },
  ): AsyncGenerator<ModelData, void> {
    let found = 0;
    for await (const block of readBlocks((from) => this.#spool.read(from), this.#options(), survey)) {
      const { input, samples } = this.#samplesOf(block);
      if (samples.length === 0) continue;
      found += samples.length;
      const { byPosition, keep } = this.#columns as Columns;
      const { featureNames, ...rest } = input;
      const x = input.x as Float64Array;
      const given = { ...rest, x: Float32Array.from(x), ...(byPosition ? {} : defined({ featureNames })) };
      const floats = this.#trip.dataset(given);
      const data: Dataset = doubles ? Object.freeze({ ...floats, x }) : floats;
      yield {
        data,
        rows: samples.map((index) => block.rows[index] as number),
        first: block.rows[0] as number,
        kept: keep.map((name) => ({ name, cells: cellsOf(block, name, samples) })),
      };
      terminal.progress('applying the model', found, count);
    }
    terminal.finish();
    if (found !== count) throw new FileError(`${displayName(this.#path)} has changed while it was read`);
  }

  #report(table: Table, left: number, rows: number, terminal: Terminal): void {
    const { leftNote, fewLeft } = withoutRows(left, rows);
    reportTable(this.#path, table, terminal, { notes: leftNote, fewLeft });
    reportSigns(this.#path, table, this.#known.table, this.#columns as Columns, terminal);
  }
}
