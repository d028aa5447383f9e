/** The page's side of reading a table: a worker does the work; where workers are refused, the page does it between other tasks. */

import TableWorker from 'table-worker';
import { TableError } from '../../table/index.ts';
import type { Checked, OwnNote } from '../data/checked.ts';
import { Refusal } from '../data/refusal.ts';
import {
  type Choice,
  type OnProgress,
  type Reading,
  type Source,
  TableFile,
  type TableInspection,
} from '../data/table.ts';
import { language } from '../text/language.svelte.ts';
import type { Call, CallName, Calls, Reply, SentError, SentNote } from './protocol.ts';

/** The reading was cancelled. */
export class Cancelled extends Error {}

/** A table that is being looked at. */
export interface OpenTable {
  inspect(reading: Reading): Promise<TableInspection>;
  /** Names of columns that alone determine the class, in the rows inspected last. */
  answers(target: string): Promise<readonly string[]>;
  read(reading: Reading, choice: Choice, onProgress: OnProgress): Promise<Checked>;
  /** Ends the work: calls that are not answered reject with `Cancelled`. */
  close(): void;
}

/** Opens a table in a worker of its own; in the page, where the browser refuses workers. */
export async function openTable(source: Source): Promise<OpenTable> {
  try {
    const remote = new Remote();
    await remote.call('open', { source });
    return remote;
  } catch (error) {
    if (!(error instanceof NoWorker)) throw error;
    return new Local(new TableFile(source));
  }
}

/** The worker did not start. */
class NoWorker extends Error {}

const types: readonly unknown[] = ['progress', 'done', 'failed'];

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress?: OnProgress | undefined;
}

class Remote implements OpenTable {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;
  private answered = false;
  /** The reason why the worker has ended. */
  private ended: Error | undefined;

  constructor() {
    try {
      this.worker = new TableWorker();
    } catch (error) {
      throw new NoWorker(String(error));
    }
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => this.receive(data);
    // A worker that ran out of memory ends with an error, too.
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.end(this.answered ? new Refusal({ code: 'noMemory' }) : new NoWorker(event.message));
    };
  }

  inspect(reading: Reading): Promise<TableInspection> {
    return this.call('inspect', { reading });
  }
  answers(target: string): Promise<readonly string[]> {
    return this.call('answers', { target });
  }
  async read(reading: Reading, choice: Choice, onProgress: OnProgress): Promise<Checked> {
    const { notes, ...rest } = await this.call('read', { reading, choice }, onProgress);
    return { ...rest, notes: notes.map(received) };
  }
  close(): void {
    this.end(new Cancelled());
  }

  call<N extends CallName>(name: N, values: Calls[N]['with'], onProgress?: OnProgress): Promise<Calls[N]['gives']> {
    const id = this.next++;
    return new Promise<Calls[N]['gives']>((resolve, reject) => {
      if (this.ended) return reject(this.ended);
      this.waiting.set(id, { resolve, reject, onProgress });
      this.worker.postMessage({ call: name, id, language: language(), ...values } as Call);
    });
  }

  /** Anything but the first answer to a call that waits is ignored. */
  private receive(reply: Reply | undefined | null): void {
    const waiting = this.waiting.get(reply?.id as number);
    if (!reply || !waiting || !types.includes(reply.type)) return;
    this.answered = true;
    if (reply.type === 'progress') {
      waiting.onProgress?.(reply.read, reply.all);
      return;
    }
    this.waiting.delete(reply.id);
    if (reply.type === 'done') waiting.resolve(reply.value as never);
    else waiting.resolve(rejected(reply.error) as never);
  }

  private end(error: Error): void {
    this.ended ??= error;
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

/** Without a worker, `close` takes effect after the chunk that is being read. */
class Local implements OpenTable {
  private closed = false;

  constructor(private readonly file: TableFile) {}

  async inspect(reading: Reading): Promise<TableInspection> {
    return this.file.inspect(reading);
  }
  async answers(target: string): Promise<readonly string[]> {
    return this.file.answers(target);
  }
  read(reading: Reading, choice: Choice, onProgress: OnProgress): Promise<Checked> {
    return this.file.read(reading, choice, (read, all) => {
      if (this.closed) throw new Cancelled();
      onProgress(read, all);
    });
  }
  close(): void {
    this.closed = true;
  }
}

const received = (note: SentNote): OwnNote => (note.code === 'said' ? () => note.texts[language()] : note);

/** Rejects even if the reply has no error: each call that is answered settles. */
async function rejected(error: SentError): Promise<never> {
  if (error.kind === 'refusal') throw new Refusal(error.reason);
  if (error.kind === 'table') throw new TableError(error.code, error.message, error.details);
  throw new Error(error.message);
}
