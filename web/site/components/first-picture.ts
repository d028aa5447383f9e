/** The performance mark of the page's first picture. */

const name = 'first picture';

/** A picture has been painted. */
export const hasPicture = (): boolean => performance.getEntriesByName(name).length > 0;

export function markFirstPicture(): void {
  if (!hasPicture()) performance.mark(name);
}
