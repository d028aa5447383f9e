/** Moves the keyboard focus. */

/** Scrolls to the top of the tool and moves the focus there; otherwise the next Tab would return to the previous place. */
export function goToTool(): void {
  goTo('main');
}

/** Scrolls to an element and moves the focus there. */
export function goTo(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView();
  element?.focus({ preventScroll: true });
}
