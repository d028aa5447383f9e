/** The texts of `--help`. */

import { type Command, commonOptions, type Options } from './command.js';
import { align } from './terminal.js';

export function overview(commands: readonly Command[], version: string): string {
  const rows = commands.map(({ name, files, summary }) => [`  trip ${[name, ...files].join(' ')}`, summary]);
  return `trip ${version}: a linear projection learned together with a small neural network

${align(rows).join('\n')}

trip COMMAND --help lists options and examples. Data are tables (CSV, JSON, Parquet), NumPy arrays (.npy, .npz)
or sparse samples (svmlight, .tns), - is the standard input.
--out replaces a file when the new one is complete; links are kept, pipes and devices are written directly.
Exit status: 0 done, 1 failed, 2 wrong usage.

A first try:
  trip spiral --seed 7 --out spiral
  trip fit spiral/train.csv --target class --test spiral/test.csv --standardize no --restarts 8 --out spiral.json
  trip predict spiral.json spiral/test.csv --proba`;
}

export function helpOf({ name, summary, files, details, options, needs = [], examples }: Command): string {
  const needed = needs.map((option) => ` --${option} ${options[option]?.value}`).join('');
  const lines = examples.map(([line, purpose]) => (purpose === '' ? `  ${line}` : `  # ${purpose}\n  ${line}`));
  return `trip ${[name, ...files].join(' ')}${needed} [options]

${wrap(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}. ${details}`)}

Options
${optionTable({ ...options, ...commonOptions })}

Examples
${lines.join('\n')}`;
}

function optionTable(options: Options): string {
  return align(
    Object.entries(options).map(([name, { value, help }]) => [
      `  --${name}${value === undefined ? '' : ` ${value}`}`,
      help,
    ]),
  ).join('\n');
}

/** Wraps lines at 100 characters; existing line breaks are kept. */
function wrap(text: string): string {
  return text.replace(/(?=.{101})(.{1,100}) /g, '$1\n');
}
