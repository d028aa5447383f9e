/** Files that are either whole or not there. */

import { constants } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { TripError } from 'trip-wasm';

/** Finds out before the work begins that its result could not be written. `-` is the standard output. */
export async function requireWritable(path: string): Promise<void> {
  if (path === '-') return;
  const folder = dirname(path);
  try {
    await access(folder, constants.W_OK);
  } catch {
    throw new TripError('option', `${path} cannot be written: the folder ${folder} is not there or not writable`);
  }
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new TripError('option', `${path} is a folder; the name of a file is accepted`);
}

/** Writes to a file beside `path` that takes its place when all is written; on any failure nothing is left behind. */
export async function writeFile(path: string, pieces: Iterable<string>, signal: AbortSignal): Promise<void> {
  if (path === '-') return writeOut(pieces);
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  try {
    const file = await open(draft, 'w');
    try {
      for (const piece of pieces) {
        signal.throwIfAborted();
        await file.write(piece);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** To the standard output, no faster than it is read. */
async function writeOut(pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  }
}
