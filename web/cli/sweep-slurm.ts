/** Writes a sweep as a Slurm job array, with a merge that follows it. Slurm is only needed to submit them. */

import { execFile } from 'node:child_process';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { TripError } from 'trip-wasm';
import { evenShards, shardOf } from '../shards/index.js';
import { cut, quoted } from './checks.js';
import { type Arguments, shellWord } from './command.js';
import { FileError } from './input.js';
import { isReplaceable, requireWritable, unwritable, writeFile } from './output.js';
import { clock } from './progress.js';
import { partsOf } from './sweep-merge.js';
import { loadPlan } from './sweep-plan.js';
import { type Sample, sampleOf } from './sweep-sample.js';
import type { Terminal } from './terminal.js';

const runProgram = promisify(execFile);

/** Least minutes of a shard: starting a job takes some seconds. */
const SHARD_MINUTES = 10;
/** Largest index of an array where Slurm is not there to say it. */
const USUAL_ARRAY = 1000;
/** The sample may be faster than the machines of the cluster, and is a part of the plan. */
const TIME_MARGIN = 2;
const MEMORY_MARGIN = 1.5;
const LEAST_MINUTES = 15;
const MERGE_MINUTES = 60;

/** The number of jobs in the array, and the time and memory that each asks for. */
interface Shape {
  readonly shards: number;
  readonly minutes: number;
  readonly megabytes: number;
}

interface Scripts extends Shape {
  readonly plan: string;
  readonly out: string;
  readonly folder: string;
  readonly workers: number;
  readonly retries: number;
}

export async function writeSlurm({ files: [path = ''], values }: Arguments, terminal: Terminal): Promise<object> {
  if (!(await isReplaceable(await requireWritable(values.out as string))))
    throw new TripError('option', `--out is ${values.out}; the name of a file is accepted`);
  const out = resolve(values.out as string);
  // A line of the script would end there, and the next one would be a command.
  if (hasControls(out))
    throw new TripError('option', `--out is ${quoted(out)}; for Slurm a path without control characters is accepted`);
  const folder = `${out.replace(/\.jsonl$/, '')}.parts`;
  const [workers, retries] = [(values.workers as number | undefined) ?? 1, (values.retries as number | undefined) ?? 2];
  await mkdir(join(folder, 'logs'), { recursive: true }).catch((error) => {
    throw unwritable(folder, error);
  });
  const plan = await loadPlan(path, terminal);
  const { length } = plan.cells;
  const limit = await arrayLimit();
  const least = (values['shard-minutes'] as number | undefined) ?? SHARD_MINUTES;
  if (!(least > 0)) throw new TripError('option', `--shard-minutes is ${least}; a number above 0 is accepted`);
  const sample = await sampleOf(plan, workers, terminal);
  const earlier = await earlierShards(folder);
  const shape = shapeOf(sample, { length, limit: limit ?? USUAL_ARRAY, workers, retries, earlier, least });
  const scripts: Scripts = { ...shape, plan: resolve(path), out, folder, workers, retries };
  await writeScripts(scripts, terminal.signal);
  const submitted = values.submit === true ? await submit(join(folder, 'submit.sh')) : undefined;
  const each = Math.ceil(length / shape.shards);
  const of =
    limit === undefined ? ` (Slurm does not answer here: at most ${USUAL_ARRAY} are assumed)` : ` (at most ${limit})`;
  terminal.print([
    `${sample.fits} of ${length} fits timed: ${clock(1000 * sample.seconds * length)} of one thread for all of them`,
    `${shape.shards} shards${of}, each of up to ${each} fits, ${clock((1000 * sample.seconds * each) / workers)}`,
    `each asks for ${workers} processors, ${shape.megabytes} MB and ${shape.minutes} min`,
    submitted === undefined ? `submit: ${shellWord(join(folder, 'submit.sh'))}` : `submitted: ${submitted.join(', ')}`,
    `status: trip sweep --status ${shellWord(folder)}`,
  ]);
  return { folder, out, fits: length, ...shape, secondsPerFit: sample.seconds, ...(submitted && { submitted }) };
}

function shapeOf(
  { seconds, slowest, megabytes }: Sample,
  plan: { length: number; limit: number; workers: number; retries: number; earlier: number | undefined; least: number },
): Shape {
  const { length, limit, workers, retries, earlier, least } = plan;
  const most = Math.min(limit, (seconds * length) / workers / (60 * least));
  const shards = earlier ?? evenShards(most, length);
  const expected = (Math.ceil(length / shards) * seconds) / workers;
  const minutes = Math.ceil((TIME_MARGIN * expected + slowest * (1 + retries)) / 60);
  return {
    shards,
    minutes: Math.max(LEAST_MINUTES, minutes),
    megabytes: 256 * Math.ceil((megabytes * MEMORY_MARGIN) / 256),
  };
}

/** Parts that exist are gone on with, in as many shards. */
async function earlierShards(folder: string): Promise<number | undefined> {
  const parts = await partsOf([folder]).catch(() => []);
  for (const part of parts) {
    const shard = await shardOf(part);
    if (shard !== undefined) return shard.n;
  }
  return undefined;
}

/** The largest index of a job array; undefined without Slurm. */
async function arrayLimit(): Promise<number | undefined> {
  const { stdout } = await runProgram('scontrol', ['show', 'config']).catch(() => ({ stdout: '' }));
  const [, size] = /^MaxArraySize\s*=\s*(\d+)/m.exec(stdout) ?? [];
  return size === undefined ? undefined : Number(size) - 1;
}

async function writeScripts(scripts: Scripts, signal: AbortSignal): Promise<void> {
  const { folder } = scripts;
  for (const [name, text] of Object.entries({
    'array.sh': arrayScript(scripts),
    'merge.sh': mergeScript(scripts),
    'submit.sh': submitScript(folder),
  })) {
    await writeFile(join(folder, name), [text], signal);
    // A script can be run by those that may read it; one that exists keeps its other permissions.
    const { mode } = await stat(join(folder, name));
    await chmod(join(folder, name), (mode & 0o7777) | ((mode & 0o444) >> 2));
  }
}

const hasControls = (text: string) => /\p{Cc}/u.test(text);

/** The option of a log file in a line that sbatch reads. In a path, a percent sign begins a placeholder. */
function logOption({ folder }: Scripts, name: string): string {
  const path = `${join(folder, 'logs').replaceAll('%', '%%')}/${name}`;
  return `--output=${/^[\w./%-]+$/.test(path) ? path : `"${path.replaceAll(/["\\]/g, '\\$&')}"`}`;
}

const head = ({ out }: Scripts, lines: readonly string[]) => `#!/bin/bash
${[`--job-name=trip-${basename(out).replaceAll(/[^\w.-]/g, '_')}`, ...lines].map((line) => `#SBATCH ${line}`).join('\n')}

# The command of the machine that wrote this script; the nodes may have it elsewhere.
trip=(${[process.execPath, ...process.argv.slice(1, 2)].map(shellWord).join(' ')})
`;

function arrayScript(scripts: Scripts): string {
  const { plan, folder, shards, workers, retries, minutes, megabytes } = scripts;
  const lines = [
    `--array=1-${shards}`,
    `--cpus-per-task=${workers}`,
    `--mem=${megabytes}M`,
    `--time=${minutes}`,
    '--requeue',
    '--open-mode=append',
    logOption(scripts, '%a.log'),
  ];
  return `${head(scripts, lines)}
printf -v part '%s/part-%05d.jsonl' ${shellWord(folder)} "$SLURM_ARRAY_TASK_ID"
size() { stat -c %s "$part" 2>/dev/null || echo 0; }

# A process that is killed is started again and goes on with its part, unless it has added nothing three times.
idle=0
while true; do
  before=$(size)
  "\${trip[@]}" sweep ${shellWord(plan)} --shard "$SLURM_ARRAY_TASK_ID/${shards}" --out "$part" \\
    --workers ${workers} --retries ${retries} --quiet
  status=$?
  case $status in
    134 | 135 | 137 | 139) ;;
    *) exit $status ;;
  esac
  if [ "$(size)" = "$before" ]; then idle=$((idle + 1)); else idle=0; fi
  if [ $idle -ge 3 ]; then exit $status; fi
done
`;
}

function mergeScript(scripts: Scripts): string {
  const { plan, folder, out, megabytes } = scripts;
  const lines = [
    '--cpus-per-task=1',
    `--mem=${Math.max(1024, megabytes)}M`,
    `--time=${MERGE_MINUTES}`,
    '--requeue',
    logOption(scripts, 'merge.log'),
  ];
  return `${head(scripts, lines)}
exec "\${trip[@]}" sweep ${shellWord(plan)} --merge ${shellWord(folder)} --out ${shellWord(out)}
`;
}

/** The merge follows the array however its jobs end, and says what is missing. */
const submitScript = (folder: string) => `#!/bin/bash
set -eu
array=$(sbatch --parsable ${shellWord(join(folder, 'array.sh'))})
merge=$(sbatch --parsable --dependency="afterany:\${array%%;*}" ${shellWord(join(folder, 'merge.sh'))})
echo "\${array%%;*}"
echo "\${merge%%;*}"
`;

/** The numbers of the array and of the merge. */
async function submit(script: string): Promise<string[]> {
  try {
    return (await runProgram('bash', [script])).stdout.trim().split('\n');
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const reason = cut(stderr.trim() === '' ? message : stderr.trim());
    throw new FileError(`--submit: ${reason}; ${script} submits where sbatch is installed`);
  }
}
