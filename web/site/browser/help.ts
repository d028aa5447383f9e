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

export function showHelp(): void {
  let shown: Place | undefined;
  /** The control under the mouse. */
  let over: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let byKeys = false;

  const soon = (pause: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, pause);
  };
  const close = () => {
    clearTimeout(timer);
    if (shown) delete shown.text.dataset.open;
    shown = undefined;
  };
  const open = (place: Place) => {
    close();
    if (document.documentElement.dataset.explained !== undefined) return;
    shown = place;
    place.text.dataset.open = '';
    settle();
  };
  /** Below the control, or above it where the window ends. */
  function settle(): void {
    if (!shown) return;
    const { anchor, text } = shown;
    const box = anchor.getBoundingClientRect();
    const { width, height } = text.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const below = box.bottom + gap;
    const fits = below + height + gap <= clientHeight || box.top < height + gap;
    text.style.top = `${fits ? below : box.top - gap - height}px`;
    text.style.left = `${Math.max(gap, Math.min(box.left, clientWidth - gap - width))}px`;
  }
  const focused = () => (byKeys ? placeOf(document.activeElement) : undefined);

  addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'mouse') return;
    if ((event.target as Element).closest?.('.help[data-open]')) {
      clearTimeout(timer);
      return;
    }
    const place = placeOf(event.target);
    if (place && place.text === over) {
      // The mouse returns before the text has closed.
      if (place.text === shown?.text) clearTimeout(timer);
      return;
    }
    over = place?.text;
    if (place) soon(openPause, () => open(place));
    else if (shown?.text !== focused()?.text || !shown) soon(closePause, close);
  });
  addEventListener('focusin', () => {
    const place = focused();
    if (place && place.text !== shown?.text) soon(openPause, () => open(place));
  });
  addEventListener('focusout', () => {
    if (byKeys) soon(closePause, close);
  });
  addEventListener(
    'keydown',
    (event) => {
      byKeys = true;
      if (event.key === 'Escape') close();
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
      const place = focused();
      if (!place) return;
      event.preventDefault();
      if (shown?.text === place.text) close();
      else open(place);
    },
    { capture: true },
  );
  addEventListener('pointerdown', (event) => {
    byKeys = false;
    if (!(event.target as Element).closest?.('.help[data-open]')) close();
  });
  for (const moved of ['scroll', 'resize']) addEventListener(moved, settle, { capture: true, passive: true });
}
