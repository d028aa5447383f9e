/** Inputs that are read more than once: a file, or a pipe that is copied to a temporary file without a name. */

import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOf, CHUNK, displayName, FileError, sizeOf } from './input.js';
import type { Terminal } from './terminal.js';
import { orAborted } from './waiting.js';

/** Inputs of at most so many bytes are held in memory. */
export const SMALL = 2 ** 21;

export interface Spool {
  readonly size: number;
  /** The bytes from `from` on. A chunk is valid until the next one is asked for. */
  read(from: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Opens an input for several readings. */
export async function openSpool(path: string, terminal: Terminal): Promise<Spool> {
  const { signal } = terminal;
  const size = await sizeOf(path);
  if (Number.isFinite(size)) return ofFile(await open(path, 'r'), size, signal);
  const held: Uint8Array[] = [];
  let length = 0;
  let file: FileHandle | undefined;
  try {
    for await (const chunk of bytesOf(path, signal)) {
      length += chunk.length;
      terminal.progress(`copying ${displayName(path)}`, length, Number.POSITIVE_INFINITY);
      if (file === undefined) held.push(new Uint8Array(chunk));
      if (length <= SMALL) continue;
      if (file !== undefined) await written(file.appendFile(chunk), path);
      else {
        file = await written(nameless(), path);
        for (const one of held.splice(0)) await written(file.appendFile(one), path);
      }
    }
  } catch (error) {
    await file?.close();
    throw error;
  }
  if (file !== undefined) return ofFile(file, length, signal);
  const bytes = Buffer.concat(held);
  return { size: length, read: (from) => inMemory(bytes.subarray(from)), close: async () => {} };
}

async function* inMemory(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

function ofFile(file: FileHandle, size: number, signal: AbortSignal): Spool {
  return { size, read: (from) => inFile(file, from, size, signal), close: () => file.close() };
}

/** A file that grows meanwhile is read as far as it was. */
async function* inFile(
  file: FileHandle,
  from: number,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const chunk = new Uint8Array(CHUNK);
  for (let at = from; at < size; ) {
    const { bytesRead } = await orAborted(file.read(chunk, 0, Math.min(CHUNK, size - at), at), signal);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

/** Removes the name at once, so that no end of the process leaves the file. */
async function nameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'trip-'));
  try {
    return await open(join(folder, 'input'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function written<T>(writing: Promise<T>, path: string): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    const { message } = error as Error;
    throw new FileError(`${displayName(path)} cannot be copied to ${tmpdir()}: ${message.slice(0, 300)}`);
  }
}
