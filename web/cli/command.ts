/** The type of a command, and the parser of its arguments. */

import { parseArgs } from 'node:util';
import { refuseUnknown, TripError } from 'trip-wasm';
import type { Flags } from '../table/index.js';
import { cut, quoted } from './checks.js';
import type { Terminal } from './terminal.js';

export interface Option {
  /** Placeholder of the value in the help; absent for a flag. */
  readonly value?: string;
  readonly help: string;
  /** Parses the text of the value; throws a TripError. Default: returns the text. */
  readonly read?: (text: string, name: string) => unknown;
}

export type Options = { readonly [name: string]: Option };

/** Parsed values by option name; positional arguments in order. */
export interface Arguments {
  readonly files: readonly string[];
  readonly values: { readonly [name: string]: unknown };
}

export interface Command {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** Names of the positional arguments, all required. */
  readonly files: readonly string[];
  readonly details: string;
  readonly options: Options;
  /** Names of options that must be given. */
  readonly needs?: readonly string[];
  /** Options with which any number of files may be given, and the options that must then be given. */
  readonly variants?: { readonly [name: string]: { readonly needs: readonly string[] } };
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** Prints the result as text, and resolves to the result that `--json` prints. */
  run(given: Arguments, terminal: Terminal): Promise<object>;
}

/** Options that every command has. */
export const commonOptions: Options = {
  json: { help: 'print only the result, as one line of JSON' },
  quiet: { help: 'print no progress and no report about the data' },
  help: { help: 'this text' },
};

/** @throws TripError `option` for wrong usage. */
export function readArguments(command: Command, args: readonly string[]): Arguments {
  const known: Options = { ...command.options, ...commonOptions };
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(known).map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
    ),
    strict: false,
    tokens: true,
  });
  const files: string[] = [];
  const values = new Map<string, unknown>();
  for (const token of tokens) {
    if (token.kind === 'positional') files.push(token.value);
    if (token.kind !== 'option') continue;
    refuseUnknown(`trip ${command.name}`, { [token.rawName]: 0 }, [...Object.keys(known).map((name) => `--${name}`)]);
    if (values.has(token.name)) throw new TripError('option', `--${token.name} is given twice`);
    values.set(token.name, readValue(token.name, known[token.name] as Option, token.value));
  }
  if (values.has('help')) return { files, values: Object.fromEntries(values) };
  const variant = Object.entries(command.variants ?? {}).find(([name]) => values.has(name))?.[1];
  for (const name of variant?.needs ?? command.needs ?? []) {
    if (!values.has(name)) throw new TripError('option', `--${name} ${known[name]?.value} is needed`);
  }
  if (variant === undefined && files.length !== command.files.length) {
    const wanted = command.files.length === 0 ? 'no file' : command.files.join(' ');
    throw new TripError(
      'option',
      `${files.length} files are given: ${cut(files.join(' ')) || 'none'}; accepted: ${wanted}`,
    );
  }
  return { files, values: Object.fromEntries(values) };
}

function readValue(name: string, { value, read }: Option, text: string | undefined): unknown {
  if (value === undefined) {
    if (text === undefined) return true;
    throw new TripError('option', `--${name} takes no value`);
  }
  if (text === undefined || text.startsWith('--')) throw new TripError('option', `--${name} needs a value: ${value}`);
  return read === undefined ? text : read(text, `--${name}`);
}

/** The command line with additional flags, to be copied: lists are extended, other values are replaced. */
export function withFlags(args: readonly string[], flags: Flags): string {
  const words = [...args];
  for (const [name, value] of Object.entries(flags)) {
    const at = words.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
    const inline = at !== -1 && words[at]?.includes('=');
    const old = inline ? words[at]?.slice(name.length + 3) : words[at + 1];
    const all = at !== -1 && (name === 'ignore' || name === 'dates') ? `${old},${value}` : value;
    if (at === -1) words.push(`--${name}`, all);
    else words.splice(at, inline ? 1 : 2, `--${name}`, all);
  }
  return ['trip', ...words.map(shellWord)].join(' ');
}

/** The command line without data: files and texts are left out, numbers and words of the help stay. */
export function withoutData({ name, options }: Command, args: readonly string[]): string {
  const known: Options = { ...options, ...commonOptions };
  const own = new Set(Object.values(known).flatMap(({ value = '' }) => value.split(/[|,]/)));
  const shown = (text: string) =>
    text.split(/[,x]/).every((part) => Number.isFinite(Number(part)) || own.has(part)) ? text : '...';
  const words = args.map((word) => {
    const [, flag = '', text] = /^--([\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (!Object.hasOwn(known, flag)) return shown(word);
    return text === undefined ? word : `--${flag}=${shown(text)}`;
  });
  return ['trip', name, ...words].join(' ');
}

/** Quotes a text so that a shell reads it as one word. */
export function shellWord(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Parsers of values. The package checks the range of numbers. */
export function aNumber(text: string, name: string): number {
  const number = Number(text);
  if (text.trim() !== '' && !Number.isNaN(number)) return number;
  throw new TripError('option', `${name} is ${quoted(text)}; a number is accepted`);
}

/** Parser of a value that no function of the package checks before it is used. */
export const integerFrom =
  (low: number, high: number) =>
  (text: string, name: string): number => {
    const number = aNumber(text, name);
    if (Number.isInteger(number) && number >= low && number <= high) return number;
    throw new TripError('option', `${name} is ${cut(text)}; an integer from ${low} to ${high} is accepted`);
  };

/** `10,10` or `8x8`; `none` is the empty list. */
export function numbers(text: string, name: string): number[] {
  if (text === 'none') return [];
  const parts = text.split(/[,x]/).map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (!parts.some(Number.isNaN)) return parts;
  throw new TripError('option', `${name} is ${quoted(text)}; numbers with commas, such as 10,10, are accepted`);
}

export function list(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

export function yesOrNo(text: string, name: string): boolean {
  return oneOf('yes', 'no')(text, name) === 'yes';
}

export function oneOf(...accepted: readonly string[]) {
  return (text: string, name: string): string => {
    if (accepted.includes(text)) return text;
    throw new TripError('option', `${name} is ${quoted(text)}; accepted: ${accepted.join(', ')}`);
  };
}
