/** The command `sweep`: cross validation over a grid, one line of JSON per fit, in one process or in shards on many machines. */

import { TripError } from 'trip-wasm';
import { readShard } from '../shards/index.js';
import { type Arguments, aNumber, type Command, integerFrom } from './command.js';
import { mergeParts } from './sweep-merge.js';
import { computeRows } from './sweep-run.js';
import { writeSlurm } from './sweep-slurm.js';
import { reportStatus } from './sweep-status.js';
import type { Terminal } from './terminal.js';

export const sweep: Command = {
  name: 'sweep',
  summary: 'cross-validate a grid of options',
  files: ['PLAN'],
  details: `PLAN is a JSON file, for example
  { "data": "iris.csv", "table": { "target": "species" },
    "grid": { "lambda": [0.01, 0.1], "hidden": [[], [10, 10]] },
    "options": { "epochs": 500, "restarts": 4 }, "folds": 10, "trials": 1, "seed": 1 }
data and y are relative to the plan; table has the options of trip fit for reading (target, shape, missing, ...), grid and options have
the options of fit in the package (batchSize, learningRate, ...). The first line of the results identifies plan and data, each other
line is one fit. Running the same command again resumes an interrupted sweep, and the finished file is the same.
A sweep may be computed in shards by many processes and machines: each writes its own part with --shard, and --merge puts the rows of all
parts in order, into the same file that one process writes. Cell c (point, then trial, then fold, from 0) belongs to shard k of n if
c modulo n is k - 1. A fit that fails each time is an error row of the file, the exit status is then 1, and the same command tries it again.`,
  options: {
    out: { value: 'RESULTS', help: 'a file of JSON lines; fits that it already contains are not computed again' },
    workers: { value: 'N', help: 'threads (default: processors minus one; with --slurm 1 a shard)', read: aNumber },
    retries: { value: 'N', help: 'how often a fit that fails is tried again (default 2)', read: integerFrom(0, 100) },
    shard: {
      value: 'k/n',
      help: 'compute shard k of n alone; --out is then a part, one for each shard',
      read: readShard,
    },
    merge: { value: 'PARTS', help: 'compute nothing, merge these parts (or the parts in a folder) into --out' },
    slurm: { help: 'time some fits and write the scripts of a Slurm job array and of a dependent merge' },
    submit: { help: 'with --slurm: submit them too' },
    'shard-minutes': { value: 'N', help: 'with --slurm: least minutes of a shard (default 10)', read: aNumber },
    status: { value: 'PARTS', help: 'compute nothing, say how far these parts are; needs neither plan nor data' },
  },
  needs: ['out'],
  variants: { merge: { needs: ['out'] }, status: { needs: [] } },
  examples: [
    ['trip sweep plan.json --out results.jsonl', ''],
    ['trip sweep plan.json --shard 3/20 --out part-3.jsonl', 'one of 20 shards, on any machine'],
    ['trip sweep plan.json --slurm --submit --out results.jsonl', 'a Slurm job array; its parts are in results.parts'],
    ['trip sweep --status part-*.jsonl', 'done, failed, left, and the remaining time'],
    ['trip sweep plan.json --merge part-*.jsonl --out results.jsonl', 'all shards in one file'],
  ],
  run,
};

/** Options that each say what is done, of which one may be given. */
const ways = ['shard', 'merge', 'slurm', 'status'] as const;

/** The options that each way uses; without a way all shards are computed. */
const usedBy: { readonly [way in (typeof ways)[number]]: readonly string[] } = {
  shard: ['out', 'workers', 'retries'],
  merge: ['out'],
  slurm: ['out', 'workers', 'retries', 'submit', 'shard-minutes'],
  status: [],
};

async function run(given: Arguments, terminal: Terminal): Promise<object> {
  const { values } = given;
  const [way, other] = ways.filter((name) => values[name] !== undefined);
  if (other !== undefined) throw new TripError('option', `--${way} and --${other} are given; one of them is accepted`);
  const stray = usedBy.slurm.find((name) => values[name] !== undefined && !usedBy[way ?? 'shard'].includes(name));
  if (stray !== undefined)
    throw new TripError(
      'option',
      way === undefined || way === 'shard'
        ? `--${stray} is given without --slurm; --slurm --${stray} is accepted`
        : `--${stray} is given, but --${way} does not use it`,
    );
  if (way === 'status') return reportStatus(given, terminal);
  if (way === 'merge') return mergeParts(given, terminal);
  if (way === 'slurm') return writeSlurm(given, terminal);
  return computeRows(given, terminal);
}
