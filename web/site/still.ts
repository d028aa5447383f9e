/** The end of the opening training as a small drawing, which stands in the HTML until the page starts, and without JavaScript. */

import type { Picture } from './picture/picture.ts';
import { play, type Recording } from './training/recording.ts';
import type { Method } from './training/track.ts';

/** Units of a side: fine enough for whole numbers. */
const side = 300;

/** The fit samples of a class as a path of points, which the style sheet draws as dots. */
function dots({ train, centre, extent, stage }: Picture, label: number): string {
  const { labels = [] } = stage.material.train;
  const at = (value: number, axis: 0 | 1) => Math.round((((value - centre[axis]) / extent + 1) / 2) * side);
  const parts: string[] = [];
  for (let n = 0; 2 * n < train.length; n++) {
    if (labels[n] !== label) continue;
    parts.push(`M${at(train[2 * n] as number, 0)} ${side - at(train[2 * n + 1] as number, 1)}h0`);
  }
  return `<path class="class-${label}" d="${parts.join('')}"/>`;
}

function drawing(pictures: ReadonlyMap<Method, readonly Picture[]>, method: Method, name: string): string {
  const picture = pictures.get(method)?.at(-1);
  if (!picture) throw new Error(`The recording has no picture of ${method}; the build makes the recording again.`);
  const text = `${name} of the samples of two classes`;
  return `<svg viewBox="0 0 ${side} ${side}" role="img" aria-label="${text}">${dots(picture, 0)}${dots(picture, 1)}</svg>`;
}

/** A figure with the pictures of PCA and TRIP. */
export function still(recording: Recording): string {
  const pictures = play(recording);
  const [cloud, found] = [drawing(pictures, 'pca', 'PCA’s picture'), drawing(pictures, 'trip', 'TRIP’s picture')];
  return `<figure class="still"><h1>Find the plane that matters</h1>${cloud}${found}<figcaption>The same 220 samples of 100 variables: a cloud in the plane of PCA, a spiral in the plane that TRIP finds.</figcaption></figure>`;
}
