#!/usr/bin/env node
/** The `trip` command. Exit status: 0 done, 1 failed, 2 wrong usage; after an interrupt the process ends by that signal. */

import { nearest, TripError, version } from 'trip-wasm';
import { TableError } from '../table/index.js';
import { predict, score, transform } from './apply.js';
import { assess } from './assess.js';
import { type Command, readArguments, withFlags } from './command.js';
import { explain } from './explain.js';
import { fit } from './fit.js';
import { helpOf, overview } from './help.js';
import { unwritable } from './output.js';
import { plot } from './plot.js';
import { spiral } from './spiral.js';
import { sweep } from './sweep.js';
import { harmless, Terminal } from './terminal.js';

const commands: readonly Command[] = [fit, predict, transform, score, explain, plot, assess, spiral, sweep];

/** Aborts on the first interrupt, so that temporary files are removed; a second interrupt ends the process at once. */
function interruptible(): { signal: AbortSignal; received: () => NodeJS.Signals | undefined } {
  const controller = new AbortController();
  let received: NodeJS.Signals | undefined;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      received = name;
      controller.abort();
    });
  }
  return { signal: controller.signal, received: () => received };
}

/**
 * A reader like head may close the pipe. This is not an error, and requested files must still be written. Any other
 * failure of the standard output loses the result.
 */
function handleClosedPipes(): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    if (process.exitCode === undefined) report(unwritable('-', error), '', process.argv.includes('--json'));
    process.exitCode = 1;
  });
}

async function main([name = '--help', ...args]: readonly string[]): Promise<void> {
  handleClosedPipes();
  const json = args.includes('--json');
  const { signal, received } = interruptible();
  try {
    await dispatch(name, args, signal);
  } catch (error) {
    const interrupt = received();
    if (interrupt === undefined && (error as NodeJS.ErrnoException).code === 'EPIPE') return;
    if (process.exitCode === undefined)
      report(interrupt === undefined ? error : new TripError('aborted', 'interrupted'), name, json);
    process.exitCode = error instanceof TripError && error.code === 'option' ? 2 : 1;
    if (interrupt !== undefined) process.kill(process.pid, interrupt);
  }
}

async function dispatch(name: string, args: readonly string[], signal: AbortSignal): Promise<void> {
  if (name === '--help' || name === '-h' || name === 'help') return console.log(overview(commands, version));
  if (name === '--version') return console.log(version);
  const command = commands.find((one) => one.name === name);
  if (command === undefined) throw unknownCommand(name);
  const given = readArguments(command, args);
  if (given.values.help === true) return console.log(helpOf(command));
  const { json, quiet } = given.values as { json?: true; quiet?: true };
  const result = await command.run(given, new Terminal(signal, { json: json === true, quiet: quiet === true }));
  if (json === true) console.log(JSON.stringify(result));
}

function unknownCommand(name: string): TripError {
  const names = commands.map((command) => command.name);
  const near = nearest(name, names);
  const advice = near === undefined ? `the commands are ${names.join(', ')}` : `did you mean ${near}?`;
  return new TripError('option', `there is no command ${JSON.stringify(name)}; ${advice}`);
}

/** Prints a message, or one line of JSON; unexpected errors are printed with their stack. */
function report(error: unknown, name: string, json: boolean): void {
  const { code = 'internal', message, stack } = error as Error & { code?: string };
  const rows = error instanceof TableError ? { rows: error.rows } : {};
  const flags = error instanceof TableError && name === 'fit' ? error.details.flags : undefined;
  const line = flags === undefined ? {} : { command: withFlags(process.argv.slice(2), flags) };
  const command = commands.some((one) => one.name === name) ? `${name} ` : '';
  const advice = code === 'option' ? `\ntrip ${command}--help lists the accepted options` : '';
  const copy = line.command === undefined ? '' : `\nfor example:\n  ${line.command}`;
  const text = `trip: ${code === 'internal' ? stack : message}${advice}${copy}`;
  console.error(json ? JSON.stringify({ error: { code, message, ...rows, ...line } }) : harmless(text));
}

main(process.argv.slice(2));
