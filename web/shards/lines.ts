/** Reads files of rows line by line, of any length. */

import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** A complete line. */
export interface Line {
  readonly bytes: Buffer;
  /** Position of its first byte in the file. */
  readonly offset: number;
  /** From 1. */
  readonly number: number;
}

const NEWLINE = 10;

/** The complete lines of a file; text after the last end of line is not finished and left out. */
export async function* linesOf(path: string, signal?: AbortSignal): AsyncGenerator<Line, void> {
  let rest: Buffer[] = [];
  let offset = 0;
  let number = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      const own = chunk.subarray(from, at);
      const bytes = rest.length === 0 ? own : Buffer.concat([...rest, own]);
      rest = [];
      yield { bytes, offset, number: ++number };
      offset += bytes.length + 1;
      from = at + 1;
    }
    if (from < chunk.length) rest.push(Buffer.from(chunk.subarray(from)));
  }
}

/** The beginning of a file, in which no line may be complete. */
export async function beginningOf(path: string, length: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
