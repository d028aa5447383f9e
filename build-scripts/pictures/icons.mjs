// The icon of the page as PNG, for home screens and the manifest. web/site/index.html contains the drawing.
import { readFileSync } from 'node:fs';
import { fromRoot } from '../tools.mjs';

/** Sides in pixels, as web/site/public/site.webmanifest names them. */
const iconSides = [192, 512];

/** The icon as SVG. */
function drawing() {
  const [, address] = /<link rel="icon"[^>]* href="data:image\/svg\+xml,([^"]*)"/.exec(
    readFileSync(fromRoot('web', 'site', 'index.html'), 'utf8'),
  );
  return decodeURIComponent(address);
}

/** Each icon as { file, image }. */
export async function icons({ paint }) {
  // Systems cut home screen icons to their own shape, so the ground reaches the corners.
  const whole = drawing().replace(/ rx='\d+'/, '');
  const drawn = [];
  for (const side of iconSides) {
    const image = await paint(whole.replace('<svg ', `<svg width="${side}" height="${side}" `), side, side);
    drawn.push({ file: `web/site/public/icon-${side}.png`, image });
  }
  return drawn;
}
