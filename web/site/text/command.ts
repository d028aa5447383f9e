/** The command that trains on a table outside of the page, with the same options of reading and training. */

import { fitDefaults } from 'trip-wasm';
import type { ColumnType } from '../../table/index.ts';
import { type Choice, type Column, defaultReading, type Reading } from '../data/table.ts';

export interface Command {
  /** Name of the file. */
  readonly file: string;
  readonly reading: Reading | undefined;
  /** Undefined: the last column is predicted. */
  readonly choice: Pick<Choice, 'target' | 'task' | 'missing' | 'categories' | 'group'> | undefined;
  readonly columns: readonly Column[];
  /** Options of the package; those with default values are left out. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Shells that quote differently. */
export type Shell = 'posix' | 'powershell';

/** `npx trip-wasm fit data.csv --target=class ...`, with every text quoted for the shell. */
export function commandOf(command: Command, shell: Shell): string {
  const flags = [...readingFlags(command), ...choiceFlags(command), ...optionFlags(command.options)];
  const words = [safeFile(command.file), ...flags.map(([name, value]) => `--${name}=${value}`), '--out=model.json'];
  return ['npx trip-wasm fit', ...words.map((word) => quoted(word, shell))].join(' ');
}

type Flag = readonly [string, string];

/** A name that begins with a dash would be a flag. */
const safeFile = (name: string) => (name.startsWith('-') ? `./${name}` : name);

/** Single quotes keep every character but themselves. */
export function quoted(word: string, shell: Shell): string {
  if (/^[\w./=:+@%,-]+$/.test(word) && (shell === 'posix' || !/[@%,]/.test(word))) return word;
  return `'${word.replaceAll("'", shell === 'posix' ? `'\\''` : "''")}'`;
}

const flagOfType: Readonly<Record<ColumnType, string>> = {
  number: 'number',
  category: 'category',
  indicators: 'indicators',
  date: 'dates',
  skip: 'ignore',
};

function readingFlags({ reading = defaultReading, columns, choice }: Command): Flag[] {
  const { encoding, delimiter, decimal, header, comment } = reading;
  const flags: Flag[] = [];
  if (encoding !== undefined) flags.push(['encoding', encoding]);
  if (delimiter !== undefined) flags.push(['delimiter', delimiter === '\t' ? 'tab' : delimiter]);
  if (decimal !== undefined) flags.push(['decimal', decimal]);
  if (header !== undefined) flags.push(['header', header ? 'yes' : 'no']);
  if (comment !== '') flags.push(['comment', comment]);
  if (reading.missingTokens !== defaultReading.missingTokens) {
    flags.push(['missing-tokens', ['', ...reading.missingTokens.split(/\s+/).filter((token) => token !== '')].join()]);
  }
  const lists = new Map<string, string[]>();
  for (const [at, column] of columns.entries()) {
    const type = column.name === choice?.group ? 'skip' : reading.types.get(at);
    if (type === undefined || column.name === choice?.target) continue;
    const list = lists.get(flagOfType[type]) ?? [];
    lists.set(flagOfType[type], [...list, listed(column.name, at)]);
  }
  return [...flags, ...[...lists].map(([flag, names]) => [flag, names.join()] as const)];
}

/** The name of a column in a list; its position, where commas or spaces around the name would be lost. */
const listed = (name: string, at: number) => (/,|^\s|\s$/.test(name) ? String(at + 1) : name);

function choiceFlags({ choice }: Command): Flag[] {
  if (choice === undefined) return [['target', '-1']];
  const { target, task, missing, categories } = choice;
  return [
    ['target', target],
    ['task', task],
    ...(missing === 'refuse' ? [] : [['missing', missing] as const]),
    ...(categories === 'refuse' ? [] : [['categories', categories] as const]),
  ];
}

function optionFlags(options: Command['options']): Flag[] {
  const defaults: Readonly<Record<string, unknown>> = fitDefaults;
  return Object.entries(options)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]))
    .map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      value === true ? 'yes' : value === false ? 'no' : Array.isArray(value) ? value.join() || 'none' : String(value),
    ]);
}
