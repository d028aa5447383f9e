/** Columns of a CSV file of this project: a header, only numbers, the class last. */

export interface Columns {
  /** Names of the variables before the class. */
  readonly names: readonly string[];
  readonly x: readonly number[];
  readonly y: readonly string[];
}

export function readCsv(text: string, limit = Number.POSITIVE_INFINITY): Columns {
  const [header = '', ...lines] = text.trim().split('\n');
  const rows = lines.slice(0, limit).map((line) => line.split(','));
  return {
    names: header.split(',').slice(0, -1),
    x: rows.flatMap((row) => row.slice(0, -1).map(Number)),
    y: rows.map((row) => row[row.length - 1] as string),
  };
}
