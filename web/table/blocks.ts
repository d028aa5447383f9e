/** Reads a table in blocks of rows, in memory that does not grow with the file. */

import type { Layout } from './detect.js';
import type { Place } from './lines.js';
import { type Part, partsFrom, partsOf } from './read.js';
import type { DecimalMark, Table, TableOptions, TableSource } from './types.js';

/** Opens the source at a byte. */
export type OpenSource = (from: number) => TableSource;

/** The result of reading all rows of a table, without the values of its columns. */
export interface Survey {
  readonly table: Table;
  readonly layout: Layout;
  readonly decimal: DecimalMark;
  /** Values of the blocks were preliminary, since a later row may have determined the decimal mark. */
  readonly preliminary: boolean;
}

/**
 * Reads all rows once, and gives each block and the place of the line after it to `see`.
 *
 * @throws TableError as {@link readTable} does.
 */
export async function surveyTable(
  open: OpenSource,
  options: TableOptions,
  see: (block: Table, next: Place | undefined) => void,
): Promise<Survey> {
  let last: Part | undefined;
  let preliminary = false;
  for await (const part of partsOf(open(0), options, {})) {
    preliminary ||= part.builder.open;
    if (part.builder.errors.count === 0) see(part.builder.block(), part.place);
    else part.builder.block();
    last = part;
  }
  const { builder } = last as Part;
  const table = builder.build();
  return { table, layout: builder.layout, decimal: table.format.decimal.value, preliminary };
}

/** Reads the rows of a surveyed table again, all of them or those from a place on. */
export async function* readBlocks(
  open: OpenSource,
  options: TableOptions,
  { layout, decimal }: Survey,
  place?: Place,
): AsyncGenerator<Table, void> {
  const parts =
    place === undefined
      ? partsOf(open(0), options, { decimal })
      : partsFrom(open(place.offset), options, { layout, decimal, place });
  for await (const { builder } of parts) yield builder.block();
}
