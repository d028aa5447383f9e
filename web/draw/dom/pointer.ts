/** Positions of pointers, and directions of the arrow keys. */

import type { Picture } from '../types.js';

/** Direction of each arrow key in a picture, right and up. */
export const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

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
