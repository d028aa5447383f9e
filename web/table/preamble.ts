/** Lines before the table: `sep=;`, which spreadsheets write and read, and comments. */

/** Enough of a file to judge by, without the lines before the table. */
export interface Head {
  text: string;
  /** All of the file. */
  readonly whole: boolean;
  readonly preamble: Preamble;
  /** Why the text ends early: a byte that cannot be decoded. */
  readonly failure?: Error;
}

export interface Preamble {
  /** Lines that were taken off. */
  readonly lines: number;
  readonly comments: number;
  /** As the line `sep=;` says. */
  readonly separator?: string;
}

const separatorLine = /^"?sep=(.|\\t)"?(?:\r\n?|\n|$)/i;
const commentLine = /^(?:[ \t]*#[^\r\n]*|[ \t]*)(?:\r\n?|\n|$)/;
const candidates = /[,;\t|]/g;

/**
 * Takes the lines off. Comments are left to the reader's own mark when there is one. The last line that begins with '#' is the header
 * when it is cut into as many cells as the line below, which begins with a number: savetxt of numpy writes headers so.
 */
export function takePreamble(text: string, comment: string | undefined): { text: string; preamble: Preamble } {
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
