/** Writes images as PNG, without compression, so that the same image has the same bytes everywhere. */

/** The checksum of PNG. */
export function crcOf(bytes: readonly number[]): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  }
  return ~crc >>> 0;
}

export const codesOf = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const word = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

function chunk(name: string, content: readonly number[]): number[] {
  const body = [...codesOf(name), ...content];
  return [...word(content.length), ...body, ...word(crcOf(body))];
}

/** The format of zlib with one stored block, of at most 65535 bytes. */
function stored(bytes: readonly number[]): number[] {
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  const size = [bytes.length & 255, bytes.length >>> 8];
  return [0x78, 1, 1, ...size, ...size.map((byte) => byte ^ 255), ...bytes, ...word(high * 65536 + low)];
}

/** `words`: red + 256 green + 65536 blue of each pixel, opaque, of at most 256 colours; at most 65535 pixels and rows. */
export function pngOf(words: Uint32Array, columns: number): number[] {
  const colours = [...new Set(words)];
  const indices = new Map(colours.map((colour, index) => [colour, index]));
  const rows: number[] = [];
  for (const [at, colour] of words.entries()) {
    // Each row begins with the number of its filter, 0 for none.
    if (at % columns === 0) rows.push(0);
    rows.push(indices.get(colour) as number);
  }
  return [
    ...codesOf('\x89PNG\r\n\x1a\n'),
    ...chunk('IHDR', [...word(columns), ...word(words.length / columns), 8, 3, 0, 0, 0]),
    ...chunk(
      'PLTE',
      colours.flatMap((colour) => [colour & 255, (colour >>> 8) & 255, (colour >>> 16) & 255]),
    ),
    ...chunk('IDAT', stored(rows)),
    ...chunk('IEND', []),
  ];
}
