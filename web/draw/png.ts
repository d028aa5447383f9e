/** Writes images as PNG, without compression, so that the same image has the same bytes everywhere. */

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 255] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

const word = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

function chunk(name: string, content: ArrayLike<number>): Uint8Array {
  const body = Uint8Array.from([...Array.from(name, (letter) => letter.charCodeAt(0)), ...Array.from(content)]);
  return Uint8Array.from([...word(content.length), ...body, ...word(crcOf(body))]);
}

/** The format of zlib with stored blocks. */
function stored(bytes: Uint8Array): number[] {
  const out = [0x78, 0x01];
  const most = 65535;
  let [a, b] = [1, 0];
  for (let at = 0; at < bytes.length; at += most) {
    const part = bytes.subarray(at, at + most);
    const size = [part.length & 255, part.length >>> 8];
    out.push(Number(at + most >= bytes.length), ...size, ...size.map((byte) => byte ^ 255));
    for (const byte of part) {
      out.push(byte);
      a = (a + byte) % 65521;
      b = (b + a) % 65521;
    }
  }
  return [...out, b >>> 8, b & 255, a >>> 8, a & 255];
}

/** A square image as PNG. `words`: red + 256 green + 65536 blue of each pixel, opaque; up to 256 colours take one byte a pixel. */
export function pngOf(words: Uint32Array, side: number): Uint8Array {
  const colours = [...new Set(words)];
  const few = colours.length <= 256;
  const indexOf = new Map(colours.map((colour, index) => [colour, index]));
  const channels = (colour: number) => [colour & 255, (colour >>> 8) & 255, (colour >>> 16) & 255];
  const rows: number[] = [];
  for (const [at, colour] of words.entries()) {
    // Each row begins with the number of its filter, 0 for none.
    if (at % side === 0) rows.push(0);
    if (few) rows.push(indexOf.get(colour) as number);
    else rows.push(...channels(colour));
  }
  return Uint8Array.from(
    [
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      chunk('IHDR', [...word(side), ...word(side), 8, few ? 3 : 2, 0, 0, 0]),
      ...(few ? [chunk('PLTE', colours.flatMap(channels))] : []),
      chunk('IDAT', stored(Uint8Array.from(rows))),
      chunk('IEND', []),
    ].flatMap((part) => [...part]),
  );
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes as base64, which Node, browsers and workers write by different functions. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.subarray(at, at + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    text += (letters[bits >>> 18] as string) + letters[(bits >>> 12) & 63];
    text += second === undefined ? '=' : letters[(bits >>> 6) & 63];
    text += third === undefined ? '=' : letters[bits & 63];
  }
  return text;
}
