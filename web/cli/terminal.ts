/** Output of the command: text or JSON, notes and progress. */

import { styleText } from 'node:util';
import { controls } from '../table/index.js';
import { ProgressBar } from './progress.js';

export class Terminal {
  readonly signal: AbortSignal;
  readonly #json: boolean;
  readonly #quiet: boolean;
  readonly #bar: ProgressBar;
  #text = '';

  constructor(signal: AbortSignal, { json = false, quiet = false }: { json?: boolean; quiet?: boolean }) {
    this.signal = signal;
    this.#json = json;
    this.#quiet = json || quiet;
    this.#bar = new ProgressBar(process.stderr);
  }

  /** The result that is still to be written to the standard output. */
  get text(): string {
    return this.#text;
  }

  /** Prints a result as text, one line or several, unless --json is given. */
  print(text: string | readonly string[]): void {
    this.#write(`${[text].flat().map(harmless).join('\n')}\n`);
  }

  /** Files and pipes get the text when the command has ended: what they do not take is then saved elsewhere as a whole. */
  #write(text: string): void {
    if (this.#json) return;
    if (process.stdout.isTTY) process.stdout.write(text);
    else this.#text += text;
  }

  /** Prints a note in addition to the result. */
  note(text: string): void {
    if (this.#quiet) return;
    this.#bar.clear();
    process.stderr.write(`${harmless(text)}\n`);
  }

  /** Prints a message beside the result that --quiet keeps: work is missing. */
  warn(text: string): void {
    this.#bar.clear();
    process.stderr.write(`${harmless(`trip: ${text}`)}\n`);
  }

  /** Shows that `done` of `total` are finished; an unknown total is Infinity. */
  progress(what: string, done: number, total: number): void {
    if (!this.#quiet) this.#bar.show(harmless(what), done, total);
  }

  /** Ends the current progress. */
  finish(): void {
    this.#bar.clear();
  }

  heading(text: string): void {
    const bold = process.stdout.isTTY && !process.env.NO_COLOR;
    this.#write(`${bold ? styleText('bold', harmless(text)) : harmless(text)}\n`);
  }
}

/**
 * Replaces what a terminal would obey in a line of text: names from data, models and paths may have such characters, and an end of line in
 * a name would make a line of its own. Every text for a terminal passes here; files keep their bytes.
 */
export function harmless(line: string): string {
  return line.replace(controls, (character) => (character === '\t' ? character : '?'));
}

/** JSON in one line; what a terminal would obey is escaped, which is the same JSON. */
export function jsonLine(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(controls, escaped);
}

/** Cells of a result for this file: those that a terminal shows are {@link harmless}. */
export function cellsFor(out: string): <T>(cells: readonly T[]) => T[] {
  const shown = out === '-' && process.stdout.isTTY;
  return (cells) => cells.map((cell) => (shown && typeof cell === 'string' ? (harmless(cell) as typeof cell) : cell));
}

/** The lines of a table with aligned columns: texts to the left, numbers to the right. */
export function align(rows: readonly (readonly (string | number)[])[]): string[] {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? short(cell) : harmless(cell))));
  const widths = (texts[0] ?? []).map((_, c) => texts.reduce((most, row) => Math.max(most, row[c]?.length ?? 0), 0));
  const numeric = widths.map((_, c) => rows.some((row) => typeof row[c] === 'number'));
  return texts.map((row) =>
    row
      .map((text, c) => (numeric[c] ? text.padStart(widths[c] as number) : text.padEnd(widths[c] as number)))
      .join('  ')
      .trimEnd(),
  );
}

/** Formats a number with four digits; a value that is not finite is 'none'. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  if (Number.isInteger(value) || Math.abs(value) >= 1e4) return String(Math.round(value));
  return Number(value.toPrecision(4)).toString();
}
