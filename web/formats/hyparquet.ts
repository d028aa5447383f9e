/** The part of hyparquet that is used, in a file of its own, so that it is loaded with the first Parquet file. */

export { parquetMetadata, parquetRead, parquetSchema } from 'hyparquet';
