/** Positions of pointers. */

import type { Picture } from '../types.js';

/** Position in the picture under a pointer. */
export function placeUnder(
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
  canvas: Element,
  { centre, extent }: Pick<Picture, 'centre' | 'extent'>,
): readonly [number, number] {
  const box = canvas.getBoundingClientRect();
  const share = (part: number, whole: number) => (2 * part) / whole - 1;
  const [x, y] = [share(clientX - box.left, box.width), -share(clientY - box.top, box.height)];
  return [centre[0] + x * extent, centre[1] + y * extent];
}
