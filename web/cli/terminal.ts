/** What the command says to people and to machines, and how far it has come. */

import { styleText } from 'node:util';
import { ProgressBar } from './progress.js';

export class Terminal {
  readonly signal: AbortSignal;
  readonly #json: boolean;
  readonly #quiet: boolean;
  readonly #bar: ProgressBar;

  constructor(signal: AbortSignal, { json = false, quiet = false }: { json?: boolean; quiet?: boolean }) {
    this.signal = signal;
    this.#json = json;
    this.#quiet = json || quiet;
    this.#bar = new ProgressBar(process.stderr);
  }

  /** Where a result goes that people read; machines get JSON instead. */
  print(text: string): void {
    if (!this.#json) process.stdout.write(`${harmless(text)}\n`);
  }

  /** What is said beside the result. */
  note(text: string): void {
    if (this.#quiet) return;
    this.#bar.clear();
    process.stderr.write(`${harmless(text)}\n`);
  }

  /** `done` of `total` since `start`; an unknown total is Infinity. */
  progress(what: string, done: number, total: number): void {
    if (!this.#quiet) this.#bar.show(what, done, total);
  }

  /** The end of what the progress was about. */
  finish(): void {
    this.#bar.clear();
  }

  heading(text: string): void {
    if (this.#json) return;
    const bold = process.stdout.isTTY && !process.env.NO_COLOR;
    process.stdout.write(`${bold ? styleText('bold', harmless(text)) : harmless(text)}\n`);
  }
}

/** Without the control characters of a file's names that a terminal would obey. */
export function harmless(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '?');
}

/** Columns aligned: texts to the left, numbers to the right. */
export function align(rows: readonly (readonly (string | number)[])[]): string {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? short(cell) : cell)));
  const widths = (texts[0] ?? []).map((_, c) => Math.max(...texts.map((row) => row[c]?.length ?? 0)));
  const numeric = widths.map((_, c) => rows.some((row) => typeof row[c] === 'number'));
  return texts
    .map((row) =>
      row
        .map((text, c) => (numeric[c] ? text.padStart(widths[c] as number) : text.padEnd(widths[c] as number)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Four digits are what people compare; what is no number is said to be none. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  if (Number.isInteger(value) || Math.abs(value) >= 1e4) return String(Math.round(value));
  return Number(value.toPrecision(4)).toString();
}
