/**
 * Whether pictures can highlight a class, let samples stand out and fade their field. The page can; the entries of the package cannot, so that
 * build-draw.mjs replaces this value there, and the code behind it is left out.
 */
export const emphasis: boolean = true;
