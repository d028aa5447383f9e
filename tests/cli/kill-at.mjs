/**
 * Loaded before the command (`node --import`): ends the process by SIGKILL at one of its calls that change files, so that every moment of a
 * write is reached without a clock. TRIP_KILL_AT is the number of the call, from 1; a call that writes bytes writes half of them first.
 * TRIP_KILL_LOG is a file to which the process writes the names of all calls when it ends by itself.
 */
import { appendFileSync, promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const at = Number(process.env.TRIP_KILL_AT ?? 0);
const calls = [];

const half = (data) => {
  const bytes = Buffer.from(data);
  return bytes.subarray(0, Math.floor(bytes.length / 2));
};

/** Replaces a method; `partly` does half of its work. */
function counted(object, name, { counts = () => true, partly = async () => {} } = {}) {
  const original = object[name];
  object[name] = async function (...args) {
    if (counts(...args)) {
      calls.push(name);
      if (calls.length === at) {
        await partly.call(this, original, ...args);
        process.kill(process.pid, 'SIGKILL');
      }
    }
    return original.apply(this, args);
  };
}

const handle = await promises.open(new URL(import.meta.url));
const methods = Object.getPrototypeOf(handle);
await handle.close();

const reads = (flags = 'r') => flags === 'r' || flags === 0;
counted(promises, 'open', { counts: (_path, flags) => !reads(flags) });
for (const name of ['rename', 'rm', 'chmod', 'mkdir', 'mkdtemp', 'truncate']) counted(promises, name);
for (const name of ['writeFile', 'appendFile'])
  counted(promises, name, { partly: (original, path, data) => original(path, half(data)) });
for (const name of ['chmod', 'chown', 'sync', 'datasync', 'truncate']) counted(methods, name);
for (const name of ['write', 'writeFile', 'appendFile']) {
  counted(methods, name, {
    partly(original, data) {
      return original.call(this, half(data));
    },
  });
}
syncBuiltinESMExports();

if (process.env.TRIP_KILL_LOG !== undefined)
  process.on('exit', () => appendFileSync(process.env.TRIP_KILL_LOG, `${calls.join(' ')}\n`));
