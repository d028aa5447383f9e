/**
 * The functions of hyparquet that are used, in a file of their own, so that the first Parquet file loads them. Its reader of complete files is
 * not used, because it allocates any size that the header of a damaged page contains.
 */

export { parquetMetadata, parquetSchema, snappyUncompress } from 'hyparquet';
export { parquetHeader, readPage } from 'hyparquet/src/column.js';
export { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
