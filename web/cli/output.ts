/** Results go to files that are either whole or as they were before, or straight through to what is no regular file. */

import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, open, readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { TripError } from 'trip-wasm';
import { FileError } from './input.js';
import { orAborted } from './waiting.js';

/** As many links as Linux follows. */
const MAX_LINKS = 40;

/** Names of open descriptors. A file behind one belongs to the shell's redirection and is never replaced. */
const descriptor = /^\/(?:dev|proc\/(\d+)(?:\/task\/\d+)?)\/fd\/(\d+)$/;

/** Where a result goes. */
interface Target {
  /** Behind all symbolic links. */
  readonly path: string;
  /** Absent when nothing is there yet. */
  readonly found?: Stats;
  readonly kind: 'file' | 'through' | 'standard output';
}

/**
 * Finds out before the work begins that its result could not be written, and returns the name to write to: `-` for every name of
 * the standard output.
 */
export async function requireWritable(name: string): Promise<string> {
  const target = await targetOf(name);
  if (target.kind === 'standard output') return '-';
  const { path, found } = target;
  const folder = dirname(path);
  if (target.kind === 'file') {
    const isThere = (await stat(folder).catch(() => undefined))?.isDirectory() === true;
    if (!isThere) refuse(name, `the folder ${shown(folder)} is not there`);
    // A file is replaced by another one, which its folder must take.
    if (!(await mayWrite(folder))) refuse(name, `the folder ${shown(folder)} is not writable`);
  }
  if (found !== undefined && !(await mayWrite(path))) refuse(name, 'it is write-protected');
  return name;
}

/** Whether results can be read again and replaced under this name, as a sweep needs that goes on after an interruption. */
export async function isReplaceable(name: string): Promise<boolean> {
  return (await targetOf(name)).kind === 'file';
}

/** Text, or bytes as they are. */
type Piece = string | Uint8Array;

/**
 * Replaces a regular file, or what a symbolic link leads to, when all is written; on any failure the old one stays and nothing else
 * is left behind. Pipes and devices are written as the pieces come, the standard output (`-`) no faster than it is read.
 */
export async function writeFile(name: string, pieces: Iterable<Piece>, signal: AbortSignal): Promise<void> {
  try {
    const target = await targetOf(name);
    if (target.kind === 'standard output') await writeOut(pieces);
    else if (target.kind === 'through') await writeThrough(target.path, pieces, signal);
    else await replace(target, pieces, signal);
  } catch (error) {
    throw unwritable(name, error);
  }
}

/** The error with the name at fault in front; a reader that went away is told from the others by its code EPIPE. */
export function unwritable(name: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof TripError || error instanceof FileError || typeof code !== 'string' || code === 'EPIPE') {
    return error;
  }
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  return new FileError(`${called(name)} cannot be written: ${full ? 'no space is left' : message}`);
}

function called(name: string): string {
  return name === '-' ? 'standard output' : name;
}

/** The folder of a name without one is `.` to people. */
function shown(folder: string): string {
  return folder.startsWith(`${process.cwd()}/`) ? folder.slice(process.cwd().length + 1) : folder;
}

function refuse(name: string, reason: string): never {
  throw new TripError('option', `${name} cannot be written: ${reason}`);
}

const mayWrite = (path: string) =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );

async function targetOf(name: string): Promise<Target> {
  if (name === '') throw new TripError('option', '--out is empty; the name of a file is accepted');
  if (name === '-') return { path: name, kind: 'standard output' };
  const path = await behindLinks(name);
  const [, owner = process.pid, number] = descriptor.exec(path) ?? [];
  if (number === '1' && Number(owner) === process.pid) return { path, kind: 'standard output' };
  const found = await stat(path).catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    return refuse(name, error.message);
  });
  if (found?.isDirectory() || /[/\\]$/.test(name)) {
    throw new TripError('option', `${name} is a folder; the name of a file is accepted`);
  }
  if (found?.isBlockDevice()) refuse(name, 'it is a disk, whose content would be lost');
  if (found?.isSocket() && number === undefined) refuse(name, 'it is a socket');
  const kind = number === undefined && (found?.isFile() ?? true) ? 'file' : 'through';
  return { path, kind, ...(found === undefined ? {} : { found }) };
}

/** The absolute path that symbolic links lead to, of a file that need not be there; descriptors stand for themselves. */
async function behindLinks(name: string): Promise<string> {
  let path = name;
  for (let count = 0; count <= MAX_LINKS; count++) {
    const folder = await realpath(dirname(path)).catch(() => dirname(path));
    path = join(folder, basename(path));
    if (descriptor.test(path)) return path;
    const link = await readlink(path).catch(() => undefined);
    if (link === undefined) return path;
    path = isAbsolute(link) ? link : `${folder}/${link}`;
  }
  return refuse(name, 'its symbolic links lead in a circle');
}

/** By a file beside it that takes its place, with the permissions of the old one and, where the system lets us, its owner. */
async function replace({ path, found }: Target, pieces: Iterable<Piece>, signal: AbortSignal): Promise<void> {
  const prefix = draftPrefix(path);
  await removeOldDrafts(dirname(path), prefix);
  const draft = join(dirname(path), `${prefix}${process.pid}.part`);
  try {
    // Nobody may read the draft of a file that only its owner may read.
    const file = await open(draft, 'wx', found === undefined ? 0o666 : 0o600);
    try {
      if (found !== undefined) await resemble(file, found);
      for (const piece of pieces) {
        signal.throwIfAborted();
        await file.appendFile(piece);
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

async function resemble(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await file.stat();
  // Only the administrator may give files away; a change of the owner takes special permissions away, so it comes first.
  if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid).catch(() => {});
  await file.chmod(mode & 0o7777);
}

/** Begins the names of drafts of this file by this machine; short, since a name that is allowed may leave no room for a longer one. */
function draftPrefix(path: string): string {
  const key = createHash('sha256')
    .update(`${hostname()}\n${basename(path)}`)
    .digest('hex')
    .slice(0, 12);
  return `.trip-${key}-`;
}

/** A process that was killed could not take its draft away. */
async function removeOldDrafts(folder: string, prefix: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, id] = name.startsWith(prefix) ? (/^(\d+)\.part$/.exec(name.slice(prefix.length)) ?? []) : [];
    if (id !== undefined && !runs(Number(id))) await rm(join(folder, name), { force: true });
  }
}

/** Whether another process has this number. */
function runs(id: number): boolean {
  if (id === process.pid) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Opening waits for a reader of a pipe, writing for it to read. A file behind a descriptor is appended to. */
async function writeThrough(path: string, pieces: Iterable<Piece>, signal: AbortSignal): Promise<void> {
  const file = await orAborted(open(path, constants.O_WRONLY | constants.O_APPEND), signal);
  try {
    for (const piece of pieces) await orAborted(file.appendFile(piece), signal);
  } finally {
    // A write that waits for a reader would be waited for.
    if (!signal.aborted) await file.close();
  }
}

/** To the standard output, no faster than it is read. */
async function writeOut(pieces: Iterable<Piece>): Promise<void> {
  for (const piece of pieces) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  }
}
