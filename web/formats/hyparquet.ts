/**
 * The part of hyparquet that is used, in a file of its own, so that it is loaded with the first Parquet file. Its reader of whole files is
 * left out: it allocates whatever the header of a damaged page claims.
 */

export { parquetMetadata, parquetSchema, snappyUncompress } from 'hyparquet';
export { parquetHeader, readPage } from 'hyparquet/src/column.js';
export { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
