/** A table in the dialogue: what is found in it, what is proposed, and what the reader has chosen. */

import { type ColumnType, TableError } from '../../table/index.ts';
import type { RowsChoice, TableProblem } from '../data/checked.ts';
import { type OwnData, ownOf } from '../data/own.ts';
import { Refusal } from '../data/refusal.ts';
import {
  type Choice,
  type Column,
  defaultReading,
  type Reading,
  type Source,
  type TableInspection,
} from '../data/table.ts';
import { proposalOf, taskOf } from '../data/target.ts';
import { Cancelled, type OpenTable } from '../importing/client.ts';

export type TableLack = 'answer' | 'target' | 'task';

/** Columns with more categories than this become indicators only on request. */
const mostCategories = 20;

export class TableImport {
  found = $state.raw<TableInspection>();
  reading = $state.raw<Reading>(defaultReading);
  error = $state.raw<unknown>();
  inspecting = $state(true);
  /** Bytes read, and all; undefined while nothing is read. */
  progress = $state.raw<{ readonly read: number; readonly all: number }>();
  target = $state('');
  task = $state<Choice['task'] | ''>('');
  missing = $state<Choice['missing']>('refuse');
  categories = $state<Choice['categories']>('refuse');
  group = $state('');
  /** The target is the one that was proposed. */
  proposed = $state(false);
  private answersFound = $state.raw<readonly string[]>([]);
  private opened: Promise<OpenTable> | undefined;
  /** The open table has been inspected, which its answers need. */
  private inspected = false;
  /** Counts the inspections: an older one that ends later is ignored. */
  private version = 0;
  private latest: Promise<void> = Promise.resolve();

  targetColumn = $derived.by(() => this.found?.columns.find(({ name }) => name === this.target));
  hasCategories = $derived.by(() => this.found?.columns.some((one) => this.isCategory(one)) ?? false);
  /** Columns that a training would refuse. */
  undecided = $derived.by(() =>
    this.target === ''
      ? []
      : (this.found?.columns.filter(
          (one) =>
            this.isCategory(one) &&
            (this.categories === 'refuse' || one.looks !== 'categories' || one.count > mostCategories),
        ) ?? []),
  );
  /** Columns that count or name the rows. */
  leftOut = $derived.by(
    () =>
      this.found?.columns.filter(
        ({ name, type, looks }) =>
          type === 'skip' && this.isVariable(name) && (looks === 'counter' || looks === 'rowNames'),
      ) ?? [],
  );
  variables = $derived.by(
    () => this.found?.columns.filter(({ name, type }) => type !== 'skip' && this.isVariable(name)).length ?? 0,
  );
  answers = $derived.by(() =>
    this.task === 'classification' ? this.answersFound.filter((name) => name !== this.group) : [],
  );
  lacking = $derived.by((): TableLack | undefined => {
    if (!this.found || this.found.questions.length > 0) return 'answer';
    if (this.target === '') return 'target';
    return this.task === '' ? 'task' : undefined;
  });
  /** Something about the reading is doubtful. */
  doubtful = $derived.by(
    () => !this.found || this.found.questions.length > 0 || this.undecided.length > 0 || this.error !== undefined,
  );
  choice = $derived.by((): Choice | undefined => {
    const { target, task, missing, categories, group } = this;
    return target === '' || task === '' ? undefined : { target, task, missing, categories, group };
  });

  constructor(
    readonly source: Source,
    readonly name: string,
    private readonly open: (source: Source) => Promise<OpenTable>,
  ) {}

  /** Inspects the beginning again, with the current options and in the current language. */
  inspect(): Promise<void> {
    this.latest = this.inspectNow();
    return this.latest;
  }

  /** Resolves when no inspection runs. */
  async settled(): Promise<void> {
    for (let seen: unknown; seen !== this.latest; ) {
      seen = this.latest;
      await seen;
    }
  }

  read(changes: Partial<Reading>): Promise<void> {
    // Other separators make other columns, so types chosen for the old ones are dropped.
    const types = 'types' in changes ? {} : { types: new Map() };
    this.reading = { ...this.reading, ...types, ...changes };
    return this.inspect();
  }

  setType(at: number, type: ColumnType): Promise<void> {
    return this.read({ types: new Map([...this.reading.types, [at, type]]) });
  }

  choose(column: string): void {
    this.target = column;
    this.proposed = false;
    if (this.group === column) this.group = '';
    const { found, targetColumn } = this;
    this.task = found && targetColumn ? taskOf(targetColumn, found) : '';
    void this.askAnswers(this.version);
  }

  /** Reads the whole table. Undefined: it failed, and `error` or a question says why, or it was cancelled. */
  async import(rows?: RowsChoice): Promise<OwnData | undefined> {
    const { choice } = this;
    if (this.lacking !== undefined || choice === undefined) return undefined;
    this.error = undefined;
    this.progress = { read: 0, all: 0 };
    try {
      const table = await this.table();
      const checked = await table.read(this.reading, { ...choice, rows }, (read, all) => {
        this.progress = { read, all };
      });
      return ownOf(this.name, checked);
    } catch (error) {
      this.fail(error);
      return undefined;
    } finally {
      this.progress = undefined;
    }
  }

  /** Stops reading; the table can be read again. */
  cancel(): void {
    void this.opened?.then((table) => table.close());
    this.opened = undefined;
    this.inspected = false;
    this.progress = undefined;
  }

  private async inspectNow(): Promise<void> {
    const version = ++this.version;
    this.inspecting = true;
    let [found, error]: [TableInspection | undefined, unknown] = [undefined, undefined];
    try {
      found = await (await this.table()).inspect(this.reading);
      this.inspected = true;
    } catch (reason) {
      error = reason;
      this.closeDead(reason);
    }
    if (version !== this.version) return;
    this.found = found;
    this.error = error;
    if (found && !this.targetColumn) this.propose(found);
    else if (!found) this.choose('');
    await this.askAnswers(version);
    if (version === this.version) this.inspecting = false;
  }

  private fail(error: unknown): void {
    if (error instanceof Cancelled) return;
    const option = error instanceof TableError ? error.details.option : undefined;
    // Only reading the whole file shows that this option is ambiguous.
    if (option && this.found) {
      this.found = { ...this.found, questions: [{ option, message: (error as Error).message }] };
      return;
    }
    this.closeDead(error);
    this.error = error;
  }

  /** A worker that ran out of memory has ended. */
  private closeDead(error: unknown): void {
    if (error instanceof Refusal && (error.reason as TableProblem).code === 'noMemory') this.cancel();
  }

  private table(): Promise<OpenTable> {
    this.opened ??= this.open(this.source);
    return this.opened;
  }

  private propose(found: TableInspection): void {
    const proposal = proposalOf(found);
    this.choose(proposal?.target ?? '');
    this.task = proposal?.task ?? '';
    this.proposed = proposal !== undefined;
  }

  private async askAnswers(version: number): Promise<void> {
    const { target } = this;
    this.answersFound = [];
    if (!this.found || target === '') return;
    try {
      const table = await this.table();
      if (!this.inspected) await table.inspect(this.reading);
      this.inspected = true;
      const answers = await table.answers(target);
      if (version === this.version && target === this.target) this.answersFound = answers;
    } catch (error) {
      // A table that was closed has no answers.
      this.closeDead(error);
    }
  }

  private isVariable(name: string): boolean {
    return name !== this.target && name !== this.group;
  }
  private isCategory({ name, type }: Column): boolean {
    return type === 'category' && this.isVariable(name);
  }
}
