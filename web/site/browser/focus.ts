/** Where the keyboard goes on from. */

/** Shows the tool, from its top. The focus comes along, else the next Tab would lead back to where the reader came from. */
export function goToTool(): void {
  const main = document.getElementById('main');
  main?.scrollIntoView();
  main?.focus({ preventScroll: true });
}
