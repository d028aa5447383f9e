/** Lines of bytes that hold text, a piece at a time: the text as a whole may be too long for a string. */

const PIECE = 2 ** 20;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without comment and surrounding spaces; not empty. */
  readonly text: string;
}

/** All lines that say something; `#` begins a comment. */
export function* linesOf(bytes: Uint8Array): Generator<Line, void> {
  const decoder = new TextDecoder();
  let rest = '';
  let number = 0;
  for (let from = 0; from < bytes.length; from += PIECE) {
    const last = from + PIECE >= bytes.length;
    const lines = (rest + decoder.decode(bytes.subarray(from, from + PIECE), { stream: !last })).split('\n');
    rest = last ? '' : (lines.pop() as string);
    for (const line of lines) {
      number++;
      const comment = line.indexOf('#');
      const text = (comment === -1 ? line : line.slice(0, comment)).trim();
      if (text !== '') yield { number, text };
    }
  }
}

/** A number in the notation of C; undefined for anything else, as `0x10`, `1e999` or `Infinity`. */
export function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** A text of a file as a message shows it. */
export function shown(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 40));
}
