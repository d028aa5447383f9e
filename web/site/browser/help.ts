/**
 * Shows the help text of a control beside it: while the mouse points at it or it has the keyboard's focus, after a pause, or at once
 * when ? is pressed. The text is the element that `aria-describedby` of the control names. Escape closes it; the mouse may move onto it.
 * While the page explains all controls in their places, nothing is opened.
 */

/** Milliseconds before a text opens, and before it closes: the mouse needs time to reach it. */
const openPause = 700;
const closePause = 300;
/** Distance of a text from its control and from the edges of the window, in CSS pixels. */
const gap = 6;

interface Place {
  /** The part of the control beside which the text is shown. */
  readonly anchor: Element;
  readonly text: HTMLElement;
}

function placeOf(target: EventTarget | null): Place | undefined {
  const element = target as Element | null;
  const control = element?.closest?.('[data-control], [data-twin]');
  if (!element || !control) return undefined;
  const part = element.closest('button, input, label, select, summary') ?? control;
  const anchor = control.contains(part) ? part : control;
  const described = [anchor, control, ...control.querySelectorAll('[aria-describedby]')];
  const ids = described.flatMap((one) => one.getAttribute('aria-describedby')?.split(' ') ?? []);
  const text = ids.map((id) => document.getElementById(id)).find((one) => one?.matches('.help'));
  return text ? { anchor, text } : undefined;
}

const isInOpenText = ({ target }: Event) => (target as Element).closest?.('.help[data-open]') != null;

/** The text that is open, of which there is at most one. */
class OpenText {
  place: Place | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  has({ text }: Place): boolean {
    return this.place?.text === text;
  }

  openSoon(place: Place): void {
    this.keep();
    this.timer = setTimeout(() => this.open(place), openPause);
  }

  closeSoon(): void {
    this.keep();
    this.timer = setTimeout(() => this.close(), closePause);
  }

  /** Cancels what was to happen soon. */
  keep(): void {
    clearTimeout(this.timer);
  }

  open(place: Place): void {
    this.close();
    if (document.documentElement.dataset.explained !== undefined) return;
    this.place = place;
    place.text.dataset.open = '';
    this.settle();
  }

  close(): void {
    this.keep();
    if (this.place) delete this.place.text.dataset.open;
    this.place = undefined;
  }

  /** Places the text below the control, or above it where the window ends. */
  settle(): void {
    if (!this.place) return;
    const { anchor, text } = this.place;
    const box = anchor.getBoundingClientRect();
    const { width, height } = text.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const below = box.bottom + gap;
    const fits = below + height + gap <= clientHeight || box.top < height + gap;
    text.style.top = `${fits ? below : box.top - gap - height}px`;
    text.style.left = `${Math.max(gap, Math.min(box.left, clientWidth - gap - width))}px`;
  }
}

export function showHelp(): void {
  const shown = new OpenText();
  /** The text of the control under the mouse. */
  let over: HTMLElement | undefined;
  let byKeys = false;
  const focused = () => (byKeys ? placeOf(document.activeElement) : undefined);

  addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'mouse') return;
    if (isInOpenText(event)) {
      shown.keep();
      return;
    }
    const place = placeOf(event.target);
    if (place && place.text === over) {
      // The mouse returns before the text has closed.
      if (shown.has(place)) shown.keep();
      return;
    }
    over = place?.text;
    const atFocus = focused();
    if (place) shown.openSoon(place);
    else if (!atFocus || !shown.has(atFocus)) shown.closeSoon();
  });
  addEventListener('focusin', () => {
    const place = focused();
    if (place && !shown.has(place)) shown.openSoon(place);
  });
  addEventListener('focusout', () => {
    if (byKeys) shown.closeSoon();
  });
  const onKey = (event: KeyboardEvent) => {
    byKeys = true;
    if (event.key === 'Escape') shown.close();
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
    const place = focused();
    if (!place) return;
    event.preventDefault();
    if (shown.has(place)) shown.close();
    else shown.open(place);
  };
  addEventListener('keydown', onKey, { capture: true });
  addEventListener('pointerdown', (event) => {
    byKeys = false;
    if (!isInOpenText(event)) shown.close();
  });
  for (const moved of ['scroll', 'resize'])
    addEventListener(moved, () => shown.settle(), { capture: true, passive: true });
}
