/** The page's worker for tables and its client in one process; messages between them are copied as a browser copies them. */
import { loadModules } from '../../build-scripts/page-modules.mjs';

let hear;
globalThis.addEventListener = (_type, listener) => {
  hear = (data) => listener({ data });
};
const { modules } = await loadModules('/importing/client.ts', '/importing/table-worker.ts', '/data/table.ts');
delete globalThis.addEventListener;
export const [{ Cancelled, openTable }, , { defaultReading }] = modules;

/** Where the replies of the worker go. The worker's script posts them by the function of its global scope. */
let reply = () => {};
globalThis.postMessage = (message, options) => reply(structuredClone(message, options));

const calls = ['open', 'inspect', 'answers', 'read'];
/** Whether the worker has to answer a message. */
export const isCall = (message) =>
  calls.includes(message?.call) && typeof message.id === 'number' && ['en', 'ja'].includes(message.language);

/** Gives the worker a message; resolves to its replies when it has answered a call, or could have answered anything else. */
export async function askWorker(message) {
  const replies = [];
  const answered = new Promise((resolve) => {
    reply = (own) => {
      replies.push(own);
      if (own.type !== 'progress') resolve();
    };
  });
  hear(message);
  if (isCall(message)) await answered;
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
  return replies;
}

/** Opens a table as the page does. `receive` gives the client a message of its worker; `calls` are those that the client has posted. */
export async function openByClient(source, answered = hear) {
  const calls = [];
  let thread;
  const receive = (data) => thread.onmessage({ data });
  globalThis.Worker = class {
    constructor() {
      thread = this;
    }
    postMessage(message) {
      calls.push(structuredClone(message));
      answered(calls.at(-1), receive);
    }
    terminate() {}
  };
  reply = receive;
  const opening = openTable(source);
  delete globalThis.Worker;
  return { table: await opening, receive, calls };
}
