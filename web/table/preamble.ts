/** Lines before the table: comments, and `sep=;`, which spreadsheets write and read. */

/** The beginning of a file, long enough for detection, without the lines before the table. */
export interface Head {
  text: string;
  /** The text is the complete file. */
  readonly whole: boolean;
  readonly preamble: Preamble;
  /** The reason why the text ends early: a byte that cannot be decoded. */
  readonly failure?: Error;
}

export interface Preamble {
  /** Number of removed lines. */
  readonly lines: number;
  readonly comments: number;
  /** The separator in the line `sep=;`. */
  readonly separator?: string;
}

const separatorLine = /^"?sep=(.|\\t)"?(?:\r\n?|\n|$)/i;
const commentLine = /^(?:[ \t]*#[^\r\n]*|[ \t]*)(?:\r\n?|\n|$)/;
const candidates = /[,;\t|]/g;

/**
 * Removes the lines before the table. Comments are kept when the option `comment` handles them. The last line that
 * begins with '#' is the header if it has as many cells as the line below and that line begins with a number: numpy's
 * savetxt writes such headers.
 */
export function splitPreamble(text: string, comment: string | undefined): { text: string; preamble: Preamble } {
  const found = separatorLine.exec(text);
  const separator = found?.[1] === '\\t' ? '\t' : found?.[1];
  let rest = text.slice(found?.[0].length ?? 0);
  let lines = found === null ? 0 : 1;
  let comments = 0;
  while (comment === undefined && comments + lines < text.length) {
    const line = commentLine.exec(rest)?.[0] ?? '';
    if (line === '' || line.trim() === '') break;
    const below = rest.slice(line.length);
    if (isHeader(line, below)) {
      rest = rest.replace(/^[ \t]*#+[ \t]*/, '');
      break;
    }
    rest = below;
    lines++;
    comments++;
  }
  return { text: rest, preamble: { lines, comments, ...(separator === undefined ? {} : { separator }) } };
}

function isHeader(line: string, below: string): boolean {
  const next = below.slice(0, below.search(/[\r\n]|$/));
  if (next === '' || /^[ \t]*#/.test(next)) return false;
  const [own, other] = [line, next].map((one) => one.match(candidates)?.length ?? 0);
  return own === other && own !== 0 && /^[ \t"]*[-+]?[.,]?\d/.test(next);
}
