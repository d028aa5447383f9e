/** Messages between the page and the worker that reads a table. A newer request of the same kind does not cancel an older one. */

import type { TripErrorCode } from 'trip-wasm';
import type { ErrorDetails } from '../../table/index.ts';
import type { Checked, OwnNote, TableProblem } from '../data/checked.ts';
import type { Choice, Reading, Source, TableInspection } from '../data/table.ts';
import type { Language } from '../text/language.svelte.ts';

/** A note in every language, since the notes on a table follow the language of the page. */
export type SentNote = Exclude<OwnNote, () => string> | { readonly code: 'said'; readonly texts: Texts };
type Texts = Readonly<Record<Language, string>>;
export type SentTable = Omit<Checked, 'notes'> & { readonly notes: readonly SentNote[] };

/** Calls and their results. */
export interface Calls {
  /** The first call names the source. */
  readonly open: { readonly with: { readonly source: Source }; readonly gives: true };
  readonly inspect: { readonly with: { readonly reading: Reading }; readonly gives: TableInspection };
  /** Names of columns that alone determine the class, in the rows inspected last. */
  readonly answers: { readonly with: { readonly target: string }; readonly gives: readonly string[] };
  readonly read: { readonly with: { readonly reading: Reading; readonly choice: Choice }; readonly gives: SentTable };
}
export type CallName = keyof Calls;
export type Call = {
  [N in CallName]: { readonly call: N; readonly id: number; readonly language: Language } & Calls[N]['with'];
}[CallName];

export type SentError =
  | { readonly kind: 'refusal'; readonly reason: TableProblem }
  | { readonly kind: 'table'; readonly code: TripErrorCode; readonly message: string; readonly details: ErrorDetails }
  | { readonly kind: 'other'; readonly message: string };

export type Reply =
  /** Bytes read, and bytes of the file. */
  | { readonly type: 'progress'; readonly id: number; readonly read: number; readonly all: number }
  | { readonly type: 'done'; readonly id: number; readonly value: Calls[CallName]['gives'] }
  | { readonly type: 'failed'; readonly id: number; readonly error: SentError };
