#!/usr/bin/env node
/** The `trip` command. Exit status: 0 done, 1 failed, 2 wrong usage; after an interrupt the process ends by that signal. */

import { faultReport, nearest, TripError, version } from 'trip-wasm';
import { TableError } from '../table/index.js';
import { predict, score, transform } from './apply.js';
import { assess } from './assess.js';
import { type Command, readArguments, withFlags, withoutData } from './command.js';
import { doctor } from './doctor.js';
import { explain } from './explain.js';
import { fit } from './fit.js';
import { helpOf, overview } from './help.js';
import type { FileError } from './input.js';
import { isRejected, removeDrafts, unwritable, writeFile } from './output.js';
import { plot } from './plot.js';
import { spiral } from './spiral.js';
import { sweep } from './sweep.js';
import { harmless, jsonLine, Terminal } from './terminal.js';
import { lastSteps } from './trace.js';

const commands: readonly Command[] = [fit, predict, transform, score, explain, plot, assess, spiral, sweep, doctor];

/** Milliseconds that an interrupted command has to write rows that it has computed. */
const GRACE_MS = 250;

interface Interrupt {
  readonly signal: AbortSignal;
  /** Ends the process by the signal that it has received; returns if it has received none. */
  end(): void;
}

/**
 * Aborts on the first interrupt and ends the process soon after, also if it waits for something that does not hear of the abort, such as a
 * silent pipe. A second interrupt ends it at once.
 */
function interruptible(name: string, json: boolean): Interrupt {
  const controller = new AbortController();
  let received: NodeJS.Signals | undefined;
  const end = () => {
    if (received === undefined) return;
    reportOnce(new TripError('aborted', 'interrupted'), name, json);
    process.exitCode = 1;
    removeDrafts();
    process.kill(process.pid, received);
  };
  for (const own of ['SIGINT', 'SIGTERM'] as const) {
    process.once(own, () => {
      received ??= own;
      setTimeout(end, GRACE_MS).unref();
      controller.abort();
    });
  }
  return { signal: controller.signal, end };
}

/**
 * A reader like head may close the pipe. This is not an error, and requested files must still be written. Any other
 * failure of the standard output loses the result.
 */
function handleClosedPipes(): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isRejected(error)) return;
    reportOnce(unwritable('-', error), '', process.argv.includes('--json'));
    process.exitCode = 1;
  });
}

async function main([name = '--help', ...args]: readonly string[]): Promise<void> {
  handleClosedPipes();
  const json = args.includes('--json');
  const interrupt = interruptible(name, json);
  try {
    await dispatch(name, args, interrupt.signal);
  } catch (error) {
    interrupt.end();
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
    reportOnce(error, name, json);
    process.exitCode = error instanceof TripError && error.code === 'option' ? 2 : 1;
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
  const terminal = new Terminal(signal, { json: json === true, quiet: quiet === true });
  try {
    const result = await command.run(given, terminal);
    if (json === true) await writeFile('-', [`${jsonLine(result)}\n`], signal);
  } catch (error) {
    // The failure of the command comes first.
    if (terminal.text !== '') await writeFile('-', [terminal.text], signal).catch(() => {});
    throw error;
  }
  if (terminal.text !== '') await writeFile('-', [terminal.text], signal);
}

function unknownCommand(name: string): TripError {
  const names = commands.map((command) => command.name);
  const near = nearest(name, names);
  const advice = near === undefined ? `the commands are ${names.join(', ')}` : `did you mean ${near}?`;
  return new TripError('option', `there is no command ${JSON.stringify(name.slice(0, 200))}; ${advice}`);
}

let reported = false;

/** Reports the first error: a closed pipe and an interrupt make others. */
function reportOnce(error: unknown, name: string, json: boolean): void {
  if (!reported) report(error, name, json);
  reported = true;
}

/** Prints a message, or one line of JSON; an unexpected error with a text to report it. */
function report(error: unknown, name: string, json: boolean): void {
  const { code = 'internal', message } = error as Error & { code?: string };
  const { savedAs } = error as FileError;
  const command = commands.find((one) => one.name === name);
  const fault = code === 'internal' ? { report: faultReport(error, traceOf(command)) } : {};
  const rows = error instanceof TableError ? { rows: error.rows } : {};
  const flags = error instanceof TableError && name === 'fit' ? error.details.flags : undefined;
  const line = flags === undefined ? {} : { command: withFlags(process.argv.slice(2), flags) };
  if (json) {
    console.error(jsonLine({ error: { code, message, ...rows, ...line, savedAs, ...fault } }));
    return;
  }
  if (savedAs !== undefined) console.error(harmless(`trip: the result was saved as ${savedAs}`));
  const advice = code === 'option' ? [`trip ${command ? `${name} ` : ''}--help lists the accepted options`] : [];
  const copy = line.command === undefined ? [] : ['for example:', `  ${line.command}`];
  // The errors of a table are listed line by line.
  const [first, ...more] = error instanceof TableError ? message.split('\n') : [message];
  const own = fault.report === undefined ? [] : [faultAdvice, '', ...fault.report.split('\n')];
  console.error([`trip: ${first}`, ...more, ...advice, ...copy, ...own].map(harmless).join('\n'));
}

/** The actions of the command, without data. */
const traceOf = (command: Command | undefined) => ({
  command: command === undefined ? 'trip' : withoutData(command, process.argv.slice(3)),
  steps: lastSteps(),
});

const faultAdvice =
  'This is a fault of trip. Please report it with the text below, which contains no data, and try trip doctor.';

main(process.argv.slice(2));
