/** Says how far a sweep is, from its parts. */

import { statusOf } from '../shards/index.js';
import type { Arguments } from './command.js';
import { clock } from './progress.js';
import { partsOf } from './sweep-merge.js';
import type { Terminal } from './terminal.js';

export async function reportStatus({ files, values }: Arguments, terminal: Terminal): Promise<object> {
  // A plan may be given, as for the other uses of the command; the parts contain it.
  const more = files.filter((file) => !file.endsWith('.json'));
  const found = await statusOf(await partsOf([values.status as string, ...more]));
  const { cells, done, failed, left, files: count, active, secondsLeft } = found;
  const time = secondsLeft === undefined ? '' : `, about ${clock(1000 * secondsLeft)}`;
  terminal.print([
    `${done} of ${cells} fits done, ${failed} failed, ${left} left${time}`,
    `${count} parts, ${active} of them growing`,
  ]);
  return found;
}
