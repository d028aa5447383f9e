/** The two palettes, as theme.css of the page defines them. */

import { type Palette, paletteOf } from './palette.js';

const themes = {
  light:
    'ffffff 1b242b c9cdd0 5a656d 1b242b 00684a 8d8794 9ccbe8 f8d293 0072b2 c97400 1b8a3e b5478a 591706 463e62 1643b4 5b5409 6b7a6b c34530',
  dark: '161d23 e9ecee 46525b 9eabb4 f4f6f7 4fc79d 9a97a3 14415f 58400f 56b4e9 f0a500 6fd66a ef8fc4 8f671f edc6af 686ccc f9ff77 21928a c14f51',
};

export const themePalette = (theme: 'light' | 'dark'): Palette =>
  paletteOf(themes[theme].split(' ').map((hex) => `#${hex}`));
