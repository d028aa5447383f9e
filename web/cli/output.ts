/** Writes results: regular files are replaced atomically, pipes and devices are written directly. */

import { createHash, randomBytes } from 'node:crypto';
import { constants, rmSync, type Stats } from 'node:fs';
import {
  access,
  type FileHandle,
  mkdtemp,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { TripError } from 'trip-wasm';
import { FileError, pathIn } from './input.js';
import { harmless } from './terminal.js';
import { traced } from './trace.js';
import { orAborted } from './waiting.js';

/** Largest number of symbolic links that Linux follows. */
const MAX_LINKS = 40;

/** Names of open descriptors. A descriptor may be a redirection of the shell, so its file is never replaced. */
const descriptor = /^\/(?:dev|proc\/(\d+)(?:\/task\/\d+)?)\/fd\/(\d+)$/;

/** The destination of a result. */
interface Target {
  /** The path after resolving all symbolic links. */
  readonly path: string;
  /** Absent if the file does not exist yet. */
  readonly found?: Stats;
  readonly kind: 'file' | 'through' | 'standard output';
}

/**
 * Checks before the work starts that its result can be written. Returns the name to write to: `-` for every name of the
 * standard output.
 */
export async function requireWritable(name: string, content: 'data' | 'picture' = 'data'): Promise<string> {
  if (content === 'data' && /\.(svg|png|jpe?g|gif|pdf|html?)$/i.test(name))
    refuse(name, 'this command writes data, not pictures');
  const target = await targetOf(name);
  if (target.kind === 'standard output') return '-';
  const { path, found } = target;
  const folder = dirname(path);
  if (target.kind === 'file') {
    const there = await stat(folder).catch(() => undefined);
    if (there?.isDirectory() !== true) refuse(name, `the folder ${shown(folder)} does not exist`);
    // Replacing a file creates another one, so the folder must be writable.
    if (!(await mayWrite(folder))) refuse(name, `the folder ${shown(folder)} is not writable`);
    if (found !== undefined && isForeignIn(there, found))
      refuse(name, `it belongs to another user, and only its owner may replace it in ${shown(folder)}`);
  }
  if (found !== undefined && !(await mayWrite(path))) refuse(name, 'it is write-protected');
  if (target.kind === 'file') await tryDraft(name, target);
  return name;
}

/** Refuses to replace a file that the same command reads: the name is probably a mistake. */
export async function refuseInputs(name: string, inputs: readonly unknown[]): Promise<void> {
  const { kind, path, found } = await targetOf(name);
  if (kind !== 'file' || found === undefined) return;
  for (const input of inputs) {
    const own = typeof input === 'string' ? await realpath(input).catch(() => undefined) : undefined;
    if (own === path) refuse(name, 'this command reads it; give another name');
  }
}

/** In a folder such as /tmp (with the sticky bit) only the owners of folder and file may replace the file. */
function isForeignIn(folder: Stats, { uid }: Stats): boolean {
  const own = process.getuid?.() ?? 0;
  return own !== 0 && (folder.mode & 0o1000) !== 0 && ![folder.uid, uid].includes(own);
}

/** Writes and removes a draft: disks and file systems have more reasons to refuse than permissions. */
async function tryDraft(name: string, target: Target): Promise<void> {
  try {
    const draft = await openDraft(target);
    await draft.file.appendFile(new Uint8Array(4096)).finally(() => draft.discard());
  } catch (error) {
    refuse(name, reasonOf(error as NodeJS.ErrnoException));
  }
}

/** Whether the results can be read again and replaced, which a resumable sweep needs. */
export async function isReplaceable(name: string): Promise<boolean> {
  return (await targetOf(name)).kind === 'file';
}

/** Text or bytes. */
type Chunk = string | Uint8Array;

/** Chunks of a result, which may be computed while it is written. */
export type Chunks = Iterable<Chunk> | AsyncIterable<Chunk>;

/**
 * Replaces a regular file, or the target of a symbolic link, when the new one is complete. After any failure the old
 * file remains and no temporary file is left. Pipes and devices are written chunk by chunk, the standard output (`-`)
 * no faster than it is read. Chunks that can be read again are then saved in the folder for temporary files. A named pipe that its
 * reader closes takes a part of a stream of rows, which is no failure, but never a part of such a result. The standard output may be closed at
 * any time, as by `head`.
 */
export async function writeFile(name: string, chunks: Chunks, signal: AbortSignal): Promise<void> {
  let kind: Target['kind'] | undefined;
  try {
    const target = await targetOf(name);
    kind = target.kind;
    traced(`write to a ${kind}`);
    if (kind === 'standard output') await writeOut(chunks);
    else if (kind === 'through') await writeThrough(target.path, chunks, signal);
    else await replace(target, chunks, signal);
  } catch (error) {
    const failure = kind === 'through' && Array.isArray(chunks) ? closedPipe(name, error) : unwritable(name, error);
    if (failure !== error && Array.isArray(chunks)) (failure as FileError).savedAs = await saveElsewhere(name, chunks);
    throw failure;
  }
}

const closedPipe = (name: string, error: unknown): unknown =>
  (error as NodeJS.ErrnoException).code === 'EPIPE'
    ? new FileError(`${displayName(name)} cannot be written: its reader closed it before the end`)
    : unwritable(name, error);

/** Saves a result that took long to compute. Resolves to its path; undefined if this fails too. */
async function saveElsewhere(name: string, chunks: readonly Chunk[]): Promise<string | undefined> {
  try {
    const path = join(await mkdtemp(join(tmpdir(), 'trip-')), name === '-' ? 'result' : basename(name));
    const file = await open(path, 'wx', 0o600);
    for (const chunk of chunks) await file.appendFile(chunk);
    await file.close();
    return path;
  } catch {
    return undefined;
  }
}

/** Adds the name of the output to the message of an error. The error of a closed pipe keeps its code EPIPE. */
export function unwritable(name: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof TripError || error instanceof FileError || typeof code !== 'string' || code === 'EPIPE') {
    return error;
  }
  return new FileError(`${displayName(name)} cannot be written: ${reasonOf(error as NodeJS.ErrnoException)}`);
}

const reasonOf = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'ENOSPC' || code === 'EDQUOT' ? 'no space is left' : message.slice(0, 300);

function displayName(name: string): string {
  return name === '-' ? 'standard output' : pathIn(name);
}

/** The folder relative to the working directory if it is inside. */
function shown(folder: string): string {
  return folder.startsWith(`${process.cwd()}/`) ? folder.slice(process.cwd().length + 1) : folder;
}

function refuse(name: string, reason: string): never {
  throw new TripError('option', `${displayName(name)} cannot be written: ${reason}`);
}

const mayWrite = (path: string) =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );

async function targetOf(name: string): Promise<Target> {
  if (name === '') throw new TripError('option', '--out is empty; the name of a file is accepted');
  if (name === '-') return { path: name, kind: 'standard output' };
  const path = await resolveLinks(name);
  const [, owner = process.pid, number] = descriptor.exec(path) ?? [];
  if (number === '1' && Number(owner) === process.pid) return { path, kind: 'standard output' };
  const found = await stat(path).catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    return refuse(name, reasonOf(error));
  });
  if (found?.isDirectory() || /[/\\]$/.test(name)) {
    throw new TripError('option', `${displayName(name)} is a folder; the name of a file is accepted`);
  }
  if (found?.isBlockDevice()) refuse(name, 'it is a disk, whose content would be lost');
  if (found?.isSocket() && number === undefined) refuse(name, 'it is a socket');
  const kind = number === undefined && (found?.isFile() ?? true) ? 'file' : 'through';
  return { path, kind, ...(found === undefined ? {} : { found }) };
}

/** Resolves symbolic links to an absolute path. The file need not exist; names of descriptors are kept. */
async function resolveLinks(name: string): Promise<string> {
  let path = name;
  for (let count = 0; count <= MAX_LINKS; count++) {
    const folder = await realpath(dirname(path)).catch(() => dirname(path));
    path = join(folder, basename(path));
    if (descriptor.test(path)) return path;
    const link = await readlink(path).catch(() => undefined);
    if (link === undefined) return path;
    path = isAbsolute(link) ? link : `${folder}/${link}`;
  }
  return refuse(name, 'its symbolic links form a loop');
}

/** A temporary file that becomes the result. */
interface Draft {
  readonly file: FileHandle;
  readonly path: string;
  /** Closes and removes it. */
  discard(): Promise<void>;
}

/** Drafts that exist now. */
const drafts = new Set<string>();

/** Removes all drafts, for a process that is about to end. */
export function removeDrafts(): void {
  for (const path of drafts) rmSync(path, { force: true });
}

/**
 * Creates a file in the folder of the result, and removes those that killed processes have left. Its name cannot be guessed and it must
 * not exist, so that nobody can put a link there. It is not readable by others where it replaces a file, since the old file may be private.
 */
async function openDraft({ path, found }: Target): Promise<Draft> {
  await removeOldTemporaryFiles(dirname(path), temporaryPrefix(path));
  const draft = join(dirname(path), `${temporaryPrefix(path)}${process.pid}-${randomBytes(8).toString('hex')}.part`);
  const file = await open(draft, 'wx', found === undefined ? 0o666 : 0o600);
  drafts.add(draft);
  const discard = async () => {
    await file.close();
    await rm(draft, { force: true });
    drafts.delete(draft);
  };
  return { file, path: draft, discard };
}

/**
 * Replaces a file by renaming a draft in the same folder, with the permissions of the old file and, if permitted, its owner.
 */
async function replace(target: Target, chunks: Chunks, signal: AbortSignal): Promise<void> {
  const { path, found } = target;
  const { file, path: draft, discard } = await openDraft(target);
  try {
    if (found !== undefined) await copyPermissions(file, found);
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      await file.appendFile(chunk);
    }
    await file.sync();
    await file.close();
    await rename(draft, path);
    drafts.delete(draft);
  } catch (error) {
    await discard();
    throw error;
  }
}

async function copyPermissions(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await file.stat();
  // Only the administrator can change the owner. Changing it clears special permissions, so it is done first.
  if (own.uid !== uid) await file.chown(uid, -1).catch(() => {});
  if (own.gid !== gid) await file.chown(-1, gid).catch(() => {});
  // Permissions of another group are not for the own one, and special permissions are not for another owner.
  const { uid: newUid, gid: newGid } = await file.stat();
  const kept = newUid === uid && newGid === gid ? 0o7777 : newGid === gid ? 0o777 : 0o707;
  await file.chmod(mode & kept);
}

/** Prefix of the temporary files for this file on this machine. It is short, since file names have a limited length. */
function temporaryPrefix(path: string): string {
  const key = createHash('sha256')
    .update(`${hostname()}\n${basename(path)}`)
    .digest('hex')
    .slice(0, 12);
  return `.trip-${key}-`;
}

/** Removes temporary files of killed processes. */
async function removeOldTemporaryFiles(folder: string, prefix: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, id] = name.startsWith(prefix) ? (/^(\d+)(?:-[\da-f]+)?\.part$/.exec(name.slice(prefix.length)) ?? []) : [];
    if (id !== undefined && !isRunning(Number(id))) await rm(join(folder, name), { force: true });
  }
}

/** Whether another process with this number is running. */
function isRunning(id: number): boolean {
  if (id === process.pid) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Writes directly. Opening a pipe waits for a reader, and writing waits until it reads. A file behind a descriptor is appended to. */
async function writeThrough(path: string, chunks: Chunks, signal: AbortSignal): Promise<void> {
  const file = await orAborted(open(path, constants.O_WRONLY | constants.O_APPEND), signal);
  try {
    for await (const chunk of chunks) await orAborted(file.appendFile(chunk), signal);
  } finally {
    // Closing would wait for a write that waits for a reader.
    if (!signal.aborted) await file.close();
  }
}

/** Errors of the standard output that reject a write, and are reported with it. */
const rejected = new WeakSet<Error>();

export const isRejected = (error: Error): boolean => rejected.has(error);

/** Writes to the standard output, no faster than it is read. A terminal gets no bytes that it would obey. */
async function writeOut(chunks: Chunks): Promise<void> {
  for await (const chunk of chunks) {
    const shown = process.stdout.isTTY ? String(chunk).split('\n').map(harmless).join('\n') : chunk;
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(shown, (error) => {
        if (!error) return resolve();
        rejected.add(error);
        reject(error);
      });
    });
  }
}
