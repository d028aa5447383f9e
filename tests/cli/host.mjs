/**
 * A process that runs one command after the other as processes of their own would, except that package and WebAssembly are loaded and
 * compiled once. A command has ended when nothing is left to do, which is when its own process would end. Warnings of Node are about this
 * process, which may have got them from an earlier command: they are no text of the command.
 */
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const [, , command] = process.argv;
const url = pathToFileURL(command).href;
const written = { stdout: '', stderr: '' };
let warnings = [];
let count = 0;
let running = false;

/** A stream for all commands, since the console keeps the first one that it sees. */
function collect(name) {
  const decoder = new TextDecoder();
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written[name] += decoder.decode(chunk, { stream: true });
      done();
    },
  });
  Object.defineProperty(process, name, { value: stream });
}

function start({ args, input, cwd }) {
  running = true;
  process.chdir(cwd);
  process.channel.unref();
  process.argv = [process.execPath, command, ...args];
  process.exitCode = undefined;
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  // An address that is new to the engine makes it run the file again.
  import(`${url}?${count++}`);
}

function end() {
  if (!running) return;
  running = false;
  process.channel.ref();
  process.send({ status: process.exitCode ?? 0, signal: null, ...written, warnings });
  warnings = [];
  process.exitCode = undefined;
  Object.assign(written, { stdout: '', stderr: '' });
  for (const name of ['SIGINT', 'SIGTERM']) process.removeAllListeners(name);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
}

process.on('warning', ({ stack }) => warnings.push(stack));
collect('stdout');
collect('stderr');
process.on('message', start);
process.on('beforeExit', end);
