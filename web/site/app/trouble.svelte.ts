/** Faults of the page, files that could not be saved, and the last steps of the reader, for a report without data. */

import { NotSaved } from '../browser/files.ts';
import { isFault } from '../training/error-message.ts';

const mostSteps = 10;
/** The name of the part that an event happened in. */
function placeOf(target: EventTarget | null): string {
  const place = (target as Element | null)?.closest?.<HTMLElement>('[data-control], [data-notice], [data-part]');
  const { control, notice, part } = place?.dataset ?? {};
  return control ?? notice ?? part ?? 'page';
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
