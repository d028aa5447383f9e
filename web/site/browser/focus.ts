/** Moves the keyboard focus. */

/** Scrolls to the top of the tool and moves the focus there; otherwise the next Tab would return to the previous place. */
export function goToTool(): void {
  const main = document.getElementById('main');
  main?.scrollIntoView();
  main?.focus({ preventScroll: true });
}
