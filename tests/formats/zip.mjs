/** Archives for tests. */
import { deflateRawSync } from 'node:zlib';

const u16 = (value) => Buffer.of(value & 255, value >> 8);
const u32 = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** The checksum of every zip, by its definition. */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
  }
  return ~crc >>> 0;
}

/** An archive of these members; what the directory says may be replaced. */
export function zipOf(members) {
  const locals = [];
  const entries = [];
  let at = 0;
  for (const { name, content, said = {} } of members) {
    const packed = said.packed ?? deflateRawSync(content);
    const { flags = 0, method = 8, size = content.length, length = packed.length, start = at } = said;
    const middle = [u32(crc32(content)), u32(length), u32(size), u16(name.length)];
    const local = Buffer.concat([
      u32(0x04034b50),
      u16(20),
      u16(flags),
      u16(method),
      u32(0),
      ...middle,
      u16(0),
      Buffer.from(name),
      packed,
    ]);
    locals.push(local);
    entries.push(
      Buffer.concat([
        u32(0x02014b50),
        u16(20),
        u16(20),
        u16(flags),
        u16(method),
        u32(0),
        ...middle,
        u16(0),
        u16(0),
        u16(0),
        u16(0),
        u32(0),
        u32(start),
        Buffer.from(name),
      ]),
    );
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = [
    u32(0x06054b50),
    u32(0),
    u16(members.length),
    u16(members.length),
    u32(directory.length),
    u32(at),
    u16(0),
  ];
  return Buffer.concat([...locals, directory, ...end]);
}
