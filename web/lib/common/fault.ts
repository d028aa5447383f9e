/** The text to copy into a report of an internal error. */

import { describe } from './check.js';
import { cut } from './errors.js';
import { isNode } from './node.js';
import { isA } from './realm.js';
import { resultVersion, version } from './version.js';

/** Causes that are followed, and calls that are listed. */
const MOST = 10;

/** Version and engine, as lines of text. */
function computedBy(): string[] {
  const { process } = globalThis;
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  const engine =
    isNode() && process ? `Node ${process.versions?.node}, ${process.platform} ${process.arch}` : navigator?.userAgent;
  return [`trip-wasm ${version}, results ${resultVersion}`, engine ?? 'unknown engine'];
}

/** Parts of an error are texts unless it was made otherwise. */
const textOr = (otherwise: string, part: unknown): string => (typeof part === 'string' ? part : otherwise);

/**
 * The text to copy into a report of an error of the code `internal`: version, engine, the error and the calls that led to it, as names of
 * files and lines. It contains no data: quoted texts of the message are left out. Without an error it describes the installation.
 *
 * @param more - Further lines as name and text, such as the link with the settings.
 */
export function faultReport(error?: unknown, more: Readonly<Record<string, string>> = {}): string {
  let own = error;
  for (let depth = 0; depth < MOST && isA(own, 'Error') && isA(own.cause, 'Error'); depth++) own = own.cause;
  const given = Object(own) as { readonly [part in keyof Error]?: unknown };
  const [name, message, stack] = [
    textOr('error', given.name),
    textOr(describe(own), given.message),
    textOr('', given.stack),
  ];
  const calls = stack.split('\n').filter((line) => /:\d+:\d+\)?$/.test(line));
  const said = error === undefined ? [] : [`${cut(name)}: ${cut(message.replace(/"[^"]*"?/g, '"..."'))}`];
  // Folders may name the reader.
  const places = calls.slice(0, MOST).map((line) => line.trim().replace(/[^\s(@]*[/\\](?=[^/\\\s]*$)/, ''));
  const others = Object.entries(more).map(([own, text]) => `${own}: ${cut(text, 1000)}`);
  return [...computedBy(), ...others, ...said, ...places].join('\n');
}
