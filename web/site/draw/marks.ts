/** The marks of the samples: shape and colour say the class, filled or hollow says fit or test. */

/** Adds the mark of a class to the current path. */
export function addMark(context: CanvasRenderingContext2D, label: number, x: number, y: number, size: number): void {
  if (label === 0) {
    context.moveTo(x + size, y);
    context.arc(x, y, size, 0, 2 * Math.PI);
    return;
  }
  const half = 1.2 * size;
  context.moveTo(x, y - half);
  context.lineTo(x + half, y + 0.75 * half);
  context.lineTo(x - half, y + 0.75 * half);
  context.closePath();
}
