/**
 * Reads text tables: CSV in chunks and records of JSON. It reports every detection with its reason. It uses neither DOM
 * nor Node, since the page and the command line share it.
 */

export { type OpenSource, readBlocks, type Survey, surveyTable } from './blocks.js';
export { missingTokens } from './cells.js';
export {
  type DatasetChoice,
  indicatorsIn,
  refusedColumns,
  type TableDataset,
  toDataset,
  withoutRows,
} from './dataset.js';
export { nameOf } from './detect.js';
export { controls, type ErrorDetails, type Flags, quote, type RowError, TableError } from './errors.js';
export type { Place } from './lines.js';
export { english, type Messages, setMessages } from './messages.js';
export { inspectTable, readTable } from './read.js';
export { inspectRows, type RowsOrigin, tableOfRecords, tableOfRows } from './records.js';
export { findColumn, findTargets, positionsOf, requireRegression } from './response.js';
export type {
  CategoryColumn,
  Chunk,
  Column,
  ColumnPlan,
  ColumnType,
  DecimalMark,
  Format,
  Found,
  Inspection,
  Looks,
  Note,
  NumberColumn,
  Question,
  RowCount,
  Table,
  TableOptions,
  TableSource,
} from './types.js';
export { toCsv } from './write.js';
