/** Members of a zip archive, stored or deflated, as NumPy writes them. */

import { TripError } from 'trip-wasm';
import { requireBytes } from './checks.js';
import { shown } from './lines.js';

interface Member {
  readonly method: number;
  readonly checksum: number;
  /** Bytes once unpacked. */
  readonly size: number;
  readonly packed: Uint8Array;
}

export type Archive = ReadonlyMap<string, Member>;

const [endMark, entryMark, localMark] = [0x06054b50, 0x02014b50, 0x04034b50];
const endSize = 22;
const maxComment = 0xffff;

/** Largest ratio of compression of deflate: 258 bytes in 2 bits. */
const maxRatio = 1032;

function broken(reason: string): TripError {
  return new TripError('format', `the archive is damaged or cut off: ${reason}`);
}

/** Reads the directory at the end of the archive and unpacks nothing. */
export function openZip(bytes: Uint8Array): Archive {
  requireBytes(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count === 0xffff || at === 0xffffffff) throw new TripError('format', 'archives of zip64 are not read');
  const members = new Map<string, Member>();
  for (let n = 0; n < count; n++) {
    if (at + 46 > end || view.getUint32(at, true) !== entryMark)
      throw broken(`entry ${n + 1} is not where it should be`);
    const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [number, number, number];
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + lengths[0]));
    if (members.has(name)) throw broken(`two members are called ${shown(name)}`);
    members.set(name, memberAt(view, at, name));
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return members;
}

/** The record that ends the archive; a comment may follow it. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - endSize; at >= Math.max(0, view.byteLength - endSize - maxComment); at--) {
    if (view.getUint32(at, true) === endMark) return at;
  }
  throw broken('it has no directory');
}

function memberAt(view: DataView, entry: number, name: string): Member {
  const u16 = (offset: number) => view.getUint16(entry + offset, true);
  const u32 = (offset: number) => view.getUint32(entry + offset, true);
  const [flags, method, packed, size, local] = [u16(8), u16(10), u32(20), u32(24), u32(42)];
  const quoted = shown(name);
  if ([packed, size, local].includes(0xffffffff))
    throw new TripError('format', `${quoted} is too large: zip64 is not read`);
  if ((flags & 1) !== 0) throw new TripError('format', `${quoted} is encrypted, which is not read`);
  if (method !== 0 && method !== 8) {
    throw new TripError(
      'format',
      `${quoted} is compressed by method ${method}; 0 (stored) and 8 (deflate) are accepted`,
    );
  }
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== localMark) throw broken(`${quoted} is not there`);
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packed > view.byteLength) throw broken(`${quoted} ends behind the file`);
  if (size > (method === 0 ? packed : packed * maxRatio)) {
    throw broken(`${quoted} claims ${size} bytes, which its ${packed} bytes cannot hold`);
  }
  return { method, checksum: u32(16), size, packed: new Uint8Array(view.buffer, view.byteOffset + start, packed) };
}

/** The bytes of a member, with its size and checksum verified. */
export async function unpack(archive: Archive, name: string): Promise<Uint8Array> {
  const { method, checksum, size, packed } = archive.get(name) as Member;
  const quoted = shown(name);
  const bytes = method === 0 ? packed : await inflate(packed, size, 'deflate-raw').catch(() => undefined);
  if (bytes === undefined || bytes.length !== size) throw broken(`${quoted} does not unpack to its ${size} bytes`);
  if (crc32(bytes) !== checksum) throw broken(`${quoted} has another checksum than its directory says`);
  return bytes;
}

/** Unpacks exactly `size` bytes; more or fewer are an error, so that a small file cannot fill the memory. */
export async function inflate(packed: Uint8Array, size: number, format: CompressionFormat): Promise<Uint8Array> {
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream(format));
  const bytes = new Uint8Array(size);
  let at = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done && at === size) return bytes;
    if (done) break;
    if (at + value.length > size) {
      await reader.cancel();
      break;
    }
    bytes.set(value, at);
    at += value.length;
  }
  throw new Error(`it does not unpack to its ${size} bytes`);
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 255] as number);
  return ~crc >>> 0;
}
