/** Pictures of the lessons for paper: drawings on white, sharp at any size. */

import { drawPanel } from '../../draw/panel.ts';
import { SvgSheet } from '../../draw/pen.ts';
import { themePalette } from '../../draw/themes.ts';
import type { Picture } from '../picture/picture.ts';

const side = 320;

/** Address of the drawing, for an image. */
export function pictureAddress(picture: Picture, label: string): string {
  const palette = themePalette('light');
  const sheet = new SvgSheet();
  const scene = {
    picture,
    testPoints: true,
    discrete: false,
    rings: [],
    cross: undefined,
    axes: [],
    arrows: [],
    target: 0,
  };
  sheet.square(0, 0, side, (surface) => drawPanel(surface, scene, palette));
  return `data:image/svg+xml,${encodeURIComponent(sheet.document(side, side, palette.paper, label))}`;
}
