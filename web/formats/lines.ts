/** Splits bytes of text into lines, chunk by chunk, since the complete text may be too long for a string. */

const CHUNK = 2 ** 20;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without comment and surrounding spaces; not empty. */
  readonly text: string;
}

/** All lines that are not empty without their comment; `#` begins a comment. */
export function* linesOf(bytes: Uint8Array): Generator<Line, void> {
  const decoder = new TextDecoder();
  let rest = '';
  let number = 0;
  for (let from = 0; from < bytes.length; from += CHUNK) {
    const last = from + CHUNK >= bytes.length;
    const lines = (rest + decoder.decode(bytes.subarray(from, from + CHUNK), { stream: !last })).split('\n');
    rest = last ? '' : (lines.pop() as string);
    for (const line of lines) {
      number++;
      const comment = line.indexOf('#');
      const text = (comment === -1 ? line : line.slice(0, comment)).trim();
      if (text !== '') yield { number, text };
    }
  }
}

/** A decimal number in the notation of C; undefined for other texts, such as `0x10`, `1e999` or `Infinity`. */
export function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** A text in a message: at most 200 characters of it. */
export const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}...` : text);

/** The beginning of a text in quotes, for messages. */
export function shown(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 40));
}
