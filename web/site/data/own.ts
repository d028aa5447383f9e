/** The reader's own table: from a file or pasted text to data that can be trained on, in this page alone. */

import type { Dataset, Task, Trip } from 'trip-wasm';
import {
  type ColumnType,
  type DecimalMark,
  type Inspection,
  inspectTable,
  missingTokens,
  type Note,
  readTable,
  speakWith,
  TableError,
  toDataset,
} from '../../table/index.ts';
import { dataText } from '../text/en/data.ts';
import { explained } from '../text/en/explain.ts';
import { importing } from '../text/en/importing.ts';
import { page } from '../text/en/page.ts';
import { tables } from '../text/en/tables.ts';
import { plain } from '../text/numbers.ts';
import type { Method } from '../training/track.ts';
import { catalogue, type Entry, split } from './catalogue.ts';
import { nextTask } from './tasks.ts';

speakWith(tables);

/** Larger files are refused before they are read. */
export const fileLimit = 100e6;
/** More samples than this are drawn from: pictures of more say no more. */
export const sampleLimit = 5000;
/** Fewer cannot be split into ten folds. */
const fewest = 20;

/** How the reader wants the file to be read; what is undefined is detected. */
export interface Reading {
  readonly encoding: string | undefined;
  readonly delimiter: string | undefined;
  readonly decimal: DecimalMark | undefined;
  readonly header: boolean | undefined;
  /** One list, separated by spaces; the empty cell is always one of them. */
  readonly missingTokens: string;
  /** Rows that begin with this are left out; empty: none are. */
  readonly comment: string;
  /** Types that the reader changed, by position. */
  readonly types: ReadonlyMap<number, ColumnType>;
}

/** What the reader wants of the columns. */
export interface Choice {
  readonly target: string;
  readonly task: Task;
  readonly missing: 'refuse' | 'mean' | 'drop';
  readonly categories: 'refuse' | 'indicators';
}

export interface OwnData {
  readonly name: string;
  readonly data: Dataset;
  /** Of values, names and responses: the same table read the same way. */
  readonly fingerprint: string;
  /** What was left out, renamed, filled in. */
  readonly notes: readonly Note[];
  readonly entry: Entry;
}

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

/** The sentence that refuses a file by its size alone. */
export function tooLarge({ size }: Blob): string | undefined {
  if (size <= fileLimit) return undefined;
  return importing.tooLarge(plain(Math.ceil(size / 1e6)), plain(fileLimit / 1e6));
}

/** A look at the beginning, with the types that the reader changed. */
export async function inspect(source: Blob | string, reading: Reading): Promise<Inspection> {
  const found = await inspectTable(source, optionsOf(reading));
  const columns = found.columns.map((column, at) => {
    const type = reading.types.get(at);
    return type === undefined || type === column.type ? column : { ...column, type, reason: importing.chosenByYou };
  });
  return { ...found, columns };
}

/** Reads everything; throws a TableError that names the rows at fault, or says what the data lack. */
export async function importTable(
  trip: Trip,
  source: Blob | string,
  name: string,
  reading: Reading,
  choice: Choice,
): Promise<OwnData> {
  const choose: NonNullable<Parameters<typeof readTable>[1]>['choose'] = (columns) =>
    columns.map((column, at) => typeOf(column, reading.types.get(at), choice));
  const required = (column: string) => choice.missing === 'refuse' && column !== choice.target;
  const table = await readTable(source, { ...optionsOf(reading), choose, required });
  await nextTask();
  const decided = table.plans.filter((_, at) => reading.types.has(at)).map((plan) => plan.name);
  const { input, notes } = toDataset(table, { ...choice, decided });
  const whole = trip.dataset(input);
  await nextTask();
  checkResponse(whole, choice.target);
  if (constantOf(whole).length === whole.shape[1]) throw new TableError('value', importing.allConstant);
  const data = sampled(trip, whole);
  const all = whole.shape[0] as number;
  const shown = data === whole ? [] : [() => importing.drawn(plain(sampleLimit), plain(all))];
  const fingerprint = fingerprintOf(data);
  await nextTask();
  return {
    name,
    data,
    fingerprint,
    notes: [...notes, ...table.notes, ...constantNotes(data), ...axesNotes(data), ...shown],
    entry: entryOf(name, data),
  };
}

/** Numbers can be classes: then the target is read as names. */
function typeOf(
  column: { name: string; type: ColumnType },
  chosen: ColumnType | undefined,
  choice: Choice,
): ColumnType {
  if (column.name !== choice.target) return chosen ?? column.type;
  if (choice.task === 'classification') return 'category';
  return chosen === 'date' ? 'date' : 'number';
}

function checkResponse({ shape, labels, targets, classNames = [] }: Dataset, target: string): void {
  const count = shape[0] as number;
  if (count < fewest) throw new TableError('value', importing.tooFew(count, fewest));
  if (targets?.every((value) => value === targets[0])) {
    throw new TableError('value', importing.oneValue(target, plain(targets[0] as number)));
  }
  if (!labels) return;
  if (classNames.length === 1) throw new TableError('value', importing.oneClass(target, classNames[0] ?? ''));
  if (classNames.length > count / 2) {
    throw new TableError('value', importing.allClasses(target, classNames.length, count));
  }
  const counts = new Uint32Array(classNames.length);
  for (const label of labels) counts[label] = (counts[label] as number) + 1;
  const rare = classNames.filter((_, label) => (counts[label] as number) < 2);
  if (rare.length > 0) throw new TableError('value', importing.rareClasses(rare.slice(0, 5).join(page.list)));
}

function sampled(trip: Trip, data: Dataset): Dataset {
  const count = data.shape[0] as number;
  if (count <= sampleLimit) return data;
  const folds = Math.ceil(count / sampleLimit);
  const fold = trip.folds(data, folds, 1);
  return trip.subset(
    data,
    [...fold.keys()].filter((n) => fold[n] === 0),
  );
}

function constantOf({ x, shape }: Dataset): number[] {
  const [count, size] = shape as [number, number];
  return Array.from({ length: size }, (_, i) => i).filter((i) => {
    for (let n = 1; n < count; n++) if (x[n * size + i] !== x[i]) return false;
    return true;
  });
}

/** A variable that never changes is kept, and told. */
function constantNotes(data: Dataset): Note[] {
  const { featureNames } = data;
  const constant = constantOf(data);
  if (constant.length === 0) return [];
  const nameOf = (i: number) => featureNames?.[i] ?? explained.variableNumber(i + 1);
  const listed = () => constant.slice(0, 5).map(nameOf).join(page.list);
  return [() => importing.constant(constant.length > 5 ? importing.andMore(listed()) : listed())];
}

const axesNotes = ({ shape }: Dataset): Note[] => (shape[1] === 1 ? [() => importing.oneVariable] : []);

function entryOf(name: string, data: Dataset): Entry {
  const baselines: readonly Method[] = data.task === 'regression' ? ['pca'] : ['pca', 'lda'];
  const [count, size] = data.shape;
  return {
    ...catalogue.own,
    about: () =>
      data.classNames
        ? dataText.ownClasses(name, plain(count as number), size as number, data.classNames.length)
        : dataText.ownNumber(name, plain(count as number), size as number),
    baselines,
    mostAxes: size as number,
    classes: data.classNames?.length ?? 0,
    load: (trip, { dataSeed }) => split(trip, data, dataSeed),
  };
}

/** 64-bit FNV-1a of everything that training sees, as 16 hexadecimal digits. */
export function fingerprintOf({ x, labels, targets, classNames = [], featureNames = [] }: Dataset): string {
  const mask = (1n << 64n) - 1n;
  let hash = 0xcbf29ce484222325n;
  let [low, high] = [Number(hash & 0xffffffffn), Number(hash >> 32n)];
  const feed = (bytes: Uint8Array) => {
    // In two halves of 32 bits: a BigInt for each byte of a large table would take seconds.
    for (const byte of bytes) {
      low = (low ^ byte) >>> 0;
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.imul(low, 0x100) + Math.floor(product / 2 ** 32)) >>> 0;
      low = product >>> 0;
    }
  };
  const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
    new Uint8Array(buffer, byteOffset, byteLength);
  for (const values of [x, labels, targets]) if (values) feed(bytesOf(values));
  feed(new TextEncoder().encode([...featureNames, ...classNames].join('\n')));
  hash = ((BigInt(high) << 32n) | BigInt(low)) & mask;
  return hash.toString(16).padStart(16, '0');
}

/** A small table as an example of the form. */
export const template = `height_cm,weight_kg,team
171.5,64.2,red
182.0,80.1,blue
165.3,,red
`;
