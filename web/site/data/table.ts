/** Reads the reader's own table: a text or a Parquet file. Runs in a worker, or in the page where workers are refused. */

import { type Dataset, dataset, type Task } from 'trip-wasm';
import {
  type ColumnPlan,
  type ColumnType,
  type DecimalMark,
  type Inspection,
  inspectRows,
  inspectTable,
  missingTokens,
  readTable,
  refusedColumns,
  type Table,
  tableOfRows,
  toDataset,
} from '../../table/index.ts';
import { type Checked, checked, type RowsChoice, type Unchecked } from './checked.ts';
import { Refusal } from './refusal.ts';
import { nextTask } from './tasks.ts';

/** Rows of a file that is no text. */
interface Rows {
  readonly names: readonly string[];
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** The kind of file. */
  readonly origin: string;
}

/** A text file, pasted text, or a Parquet file. */
export type Source = Blob | string | { readonly parquet: Blob };

/** Options of reading the file; undefined ones are detected. */
export interface Reading {
  readonly encoding: string | undefined;
  readonly delimiter: string | undefined;
  readonly decimal: DecimalMark | undefined;
  readonly header: boolean | undefined;
  /** Tokens separated by spaces; the empty cell always counts too. */
  readonly missingTokens: string;
  /** Rows that begin with this are skipped; an empty string skips none. */
  readonly comment: string;
  /** Types that the reader changed, by column index. */
  readonly types: ReadonlyMap<number, ColumnType>;
}

/** Options of the columns and rows. */
export interface Choice {
  readonly target: string;
  readonly task: Task;
  readonly missing: 'refuse' | 'mean' | 'drop';
  readonly categories: 'refuse' | 'indicators';
  /** Name of the column whose values group the rows, if any. */
  readonly group?: string;
  /** The answer to the question about many rows. */
  readonly rows?: RowsChoice | undefined;
}

/** Called with the number of bytes (of a text: characters) read so far, and of all. */
export type OnProgress = (read: number, all: number) => void;

export const defaultReading: Reading = {
  encoding: undefined,
  delimiter: undefined,
  decimal: undefined,
  header: undefined,
  missingTokens: missingTokens.filter((token) => token !== '').join(' '),
  comment: '',
  types: new Map(),
};

const optionsOf = (reading: Reading) => ({
  ...(reading.encoding === undefined ? {} : { encoding: reading.encoding }),
  ...(reading.comment === '' ? {} : { comment: reading.comment }),
  ...(reading.delimiter === undefined ? {} : { delimiter: reading.delimiter }),
  ...(reading.decimal === undefined ? {} : { decimal: reading.decimal }),
  ...(reading.header === undefined ? {} : { header: reading.header }),
  missingTokens: ['', ...reading.missingTokens.split(/\s+/).filter((token) => token !== '')],
});

/** A column whose type the reader may have changed. */
export type Column = ColumnPlan & { readonly chosen: boolean };
/** An inspection without functions, which a worker can send; its texts are in the language of the page. */
export type TableInspection = Omit<Inspection, 'columns' | 'notes' | 'answers'> & {
  readonly columns: readonly Column[];
  readonly notes: readonly string[];
};

/** Characters of a pasted text that are read in one task. */
const pastedAtOnce = 2 ** 18;

interface Samples {
  readonly data: Dataset;
  readonly more: Unchecked;
}

/** One file or text. */
export class TableFile {
  private answersOf: (target: string) => readonly string[] = () => [];
  private rows: Promise<Rows> | undefined;
  /** Samples whose number is a question. */
  private kept: (Samples & { readonly key: string }) | undefined;

  constructor(private readonly source: Source) {}

  /** Inspects the beginning, with the types that the reader changed. */
  async inspect(reading: Reading): Promise<TableInspection> {
    const options = optionsOf(reading);
    const { source } = this;
    const rows = await this.parquet();
    const found = rows
      ? inspectRows(rows.rows, rows, options)
      : await inspectTable(source as Exclude<Source, { parquet: Blob }>, options);
    const { answers, notes, columns, ...rest } = found;
    this.answersOf = answers;
    return {
      ...rest,
      notes: notes.map((note) => note()),
      columns: columns.map((column, at) => {
        const type = reading.types.get(at) ?? column.type;
        return { ...column, type, chosen: type !== column.type };
      }),
    };
  }

  /** Names of the columns that alone determine the class in the column `target`, in the rows inspected last. */
  answers(target: string): readonly string[] {
    return this.answersOf(target);
  }

  /** Reads the whole table; throws a TableError that names the faulty rows, or a Refusal with the missing requirement. */
  async read(reading: Reading, choice: Choice, onProgress: OnProgress = () => {}): Promise<Checked> {
    const key = JSON.stringify([
      { ...reading, types: [...reading.types] },
      { ...choice, rows: undefined },
    ]);
    const kept = this.kept?.key === key ? this.kept : { key, ...(await this.samples(reading, choice, onProgress)) };
    this.kept = undefined;
    const { data, more } = kept;
    try {
      return await checked(data, { ...more, rows: choice.rows });
    } catch (error) {
      // The answer to the question about many rows needs no other reading.
      if (error instanceof Refusal && error.reason.code === 'manyNumbers') this.kept = kept;
      throw error;
    }
  }

  /** The samples of all rows. */
  private async samples(reading: Reading, choice: Choice, onProgress: OnProgress): Promise<Samples> {
    const choose: NonNullable<Parameters<typeof readTable>[1]>['choose'] = (columns) =>
      columns.map((column, at) => typeOf(column, reading.types.get(at), choice));
    const required = (column: string) =>
      column === choice.group || (choice.missing === 'refuse' && column !== choice.target);
    const beside = choice.group ? [choice.group] : [];
    const problems = (table: Table) => refusedColumns(table, { ...choice, beside });
    const table = await this.tableOf({ ...optionsOf(reading), choose, required, problems }, onProgress);
    await nextTask();
    const decided = table.plans.filter((_, at) => reading.types.has(at)).map((plan) => plan.name);
    const { input, notes, samples } = toDataset(table, {
      ...choice,
      beside,
      decided: [...decided, ...beside],
      lazy: true,
    });
    const [column] = beside;
    const groups = column === undefined ? {} : { groups: { column, of: textsOf(table, column, samples) } };
    await nextTask();
    const fileRows = samples.map((sample) => table.rows[sample] as number);
    const more = { response: choice.target, notes: [...notes, ...table.notes], fileRows, ...groups };
    return { data: dataset(input), more };
  }

  private async tableOf(options: Parameters<typeof readTable>[1], onProgress: OnProgress): Promise<Table> {
    const { source } = this;
    const rows = await this.parquet();
    if (rows) return tableOfRows(rows.rows, rows, options);
    const text = source as Exclude<Source, { parquet: Blob }>;
    const size = typeof text === 'string' ? text.length : text.size;
    const chunks = typeof text === 'string' ? partsOf(text) : text;
    return readTable(chunks, { ...options, size, onProgress: (read) => onProgress(read, size) });
  }

  /** The rows of a Parquet file, which is read once; undefined for text. */
  private async parquet(): Promise<Rows | undefined> {
    if (typeof this.source === 'string' || this.source instanceof Blob) return undefined;
    this.rows ??= openParquet(this.source.parquet);
    return this.rows;
  }
}

async function openParquet(file: Blob): Promise<Rows> {
  const { readParquet } = await import('../../formats/parquet.ts');
  return { ...(await readParquet(new Uint8Array(await file.arrayBuffer()), {}, nextTask)), origin: 'Parquet' };
}

async function* partsOf(text: string): AsyncGenerator<string, void> {
  for (let at = 0; at < text.length; at += pastedAtOnce) {
    if (at > 0) await nextTask();
    yield text.slice(at, at + pastedAtOnce);
  }
}

/** The values of a column of categories, one a sample. */
function textsOf({ columns }: Table, name: string, samples: Int32Array): string[] {
  const column = columns.find((one) => one.name === name);
  if (column?.type === 'number' || column === undefined) throw new Error(`${name} is no column of categories`);
  return Array.from(samples, (row) => column.categories[column.codes[row] as number] ?? '');
}

/** The target of a classification is read as text, since numbers can be class names too. */
function typeOf(
  column: { name: string; type: ColumnType },
  chosen: ColumnType | undefined,
  choice: Choice,
): ColumnType {
  if (column.name === choice.group) return 'category';
  if (column.name !== choice.target) return chosen ?? column.type;
  if (choice.task === 'classification') return 'category';
  return chosen === 'date' ? 'date' : 'number';
}
