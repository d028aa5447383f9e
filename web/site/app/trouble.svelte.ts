/** Faults of the page, files that could not be saved, and the last steps of the reader, for a report without data. */

import { NotSaved } from '../browser/files.ts';
import { isFault } from '../training/error-message.ts';

const mostSteps = 10;
/** Parts of the page that have a name. */
const named = ['control', 'twin', 'notice', 'part', 'method'];

/** The name of the part that an event happened in. */
function placeOf(target: EventTarget | null): string {
  const place = target instanceof Element && target.closest<HTMLElement>(named.map((name) => `[data-${name}]`).join());
  if (!place) return 'page';
  return named.map((name) => place.dataset[name]).find((name) => name !== undefined) as string;
}

export class Trouble {
  fault = $state.raw<unknown>();
  unsaved = $state.raw<NotSaved>();
  /** The newest last: seconds since the page opened, what was done, and where. */
  readonly steps: string[] = [];

  constructor(target: Window = window) {
    for (const type of ['click', 'change']) target.addEventListener(type, this.note, { capture: true });
    target.addEventListener('error', (event) => this.hear(event.error, event));
    target.addEventListener('unhandledrejection', (event) => this.hear(event.reason, event));
  }

  private readonly note = ({ type, target, timeStamp }: Event) => {
    this.steps.push(`${Math.round(timeStamp / 1000)} s ${type} ${placeOf(target)}`);
    if (this.steps.length > mostSteps) this.steps.shift();
  };

  private hear(error: unknown, event: Event): void {
    if (error instanceof NotSaved) {
      this.unsaved = error;
      event.preventDefault();
    } else if (isFault(error)) this.fault ??= error;
  }
}
