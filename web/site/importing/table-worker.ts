/** Reads a table in a worker: the page stays responsive, and ends the worker to cancel. */

import { TripError } from 'trip-wasm';
import { setMessages, TableError } from '../../table/index.ts';
import type { OwnNote, TableProblem } from '../data/checked.ts';
import { Refusal } from '../data/refusal.ts';
import { TableFile } from '../data/table.ts';
import { tableWords } from '../text/en/table-words.ts';
import { tables as japanese } from '../text/ja/tables.ts';
import type { Language } from '../text/language.svelte.ts';
import type { Call, Reply, SentError, SentNote } from './protocol.ts';

const words: Readonly<Record<Language, typeof tableWords>> = { en: tableWords, ja: japanese };
/** Milliseconds between two reports of progress. */
const pause = 40;

let file: TableFile | undefined;
const post = (reply: Reply, transfer: Transferable[] = []) => postMessage(reply, { transfer });

addEventListener('message', (event: MessageEvent<Call>) => void answer(event.data));

/** Anything but a call is ignored. */
async function answer(call: Call | undefined | null): Promise<void> {
  if (typeof call?.id !== 'number' || !Object.hasOwn(words, call.language)) return;
  const { id } = call;
  try {
    setMessages(words[call.language]);
    if (call.call === 'open') {
      file = new TableFile(call.source);
      post({ type: 'done', id, value: true });
      return;
    }
    if (file === undefined) throw new Error('no table is open');
    if (call.call === 'inspect') post({ type: 'done', id, value: await file.inspect(call.reading) });
    else if (call.call === 'answers') post({ type: 'done', id, value: file.answers(call.target) });
    else if (call.call === 'read') await read(file, call);
  } catch (error) {
    post({ type: 'failed', id, error: sent(error) });
  }
}

async function read(table: TableFile, { id, reading, choice }: Extract<Call, { call: 'read' }>): Promise<void> {
  let last = 0;
  const { notes, ...rest } = await table.read(reading, choice, (read, all) => {
    const now = performance.now();
    if (now < last + pause && read < all) return;
    last = now;
    post({ type: 'progress', id, read, all });
  });
  const value = { ...rest, notes: notes.map(inAllLanguages) };
  const { x, labels, targets } = rest.data;
  const buffers = [x, labels, targets, rest.rows].flatMap((values) => (values ? [values.buffer as ArrayBuffer] : []));
  post({ type: 'done', id, value }, buffers);
}

function inAllLanguages(note: OwnNote): SentNote {
  if (typeof note !== 'function') return note;
  const said = Object.entries(words).map(([language, own]) => {
    setMessages(own);
    return [language, note()];
  });
  return { code: 'said', texts: Object.fromEntries(said) };
}

function sent(error: unknown): SentError {
  if (error instanceof Refusal) return { kind: 'refusal', reason: error.reason as TableProblem };
  if (error instanceof TableError) {
    return { kind: 'table', code: error.code, message: error.message, details: error.details };
  }
  // The engine or the package refuses an array of this length.
  if (error instanceof RangeError || (error instanceof TripError && error.code === 'memory'))
    return { kind: 'refusal', reason: { code: 'noMemory' } };
  return { kind: 'other', message: error instanceof Error ? error.message : String(error) };
}
