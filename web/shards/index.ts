/** Rows of a sweep in files: who computes which cell, the files of the writers, their merge and their state. */

export { hashOf, headerOf, type Identity, identityOf, type PlanOptions, partHeaderOf, shardOf } from './header.js';
export { beginningOf } from './lines.js';
export { Merger, type PlacedLine } from './merge.js';
export { RowFile, type RowFileOptions } from './row-file.js';
export { type AnyRow, cellText, isFailure, state } from './rows.js';
export { cellsOfShard, commonDivisor, evenShards, isIn, readShard, type Shard, textOf } from './rule.js';
export { type SweepStatus, statusOf } from './status.js';
