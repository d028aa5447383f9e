// npm run pictures: makes the committed pictures of README, page and links again.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fromRoot, whenStarted } from '../tools.mjs';
import { animation } from './animation.mjs';
import { painting } from './browser.mjs';
import { card } from './card.mjs';
import { icons } from './icons.mjs';
import { screenshot } from './screenshot.mjs';

function write({ file, image }) {
  mkdirSync(dirname(fromRoot(file)), { recursive: true });
  writeFileSync(fromRoot(file), image);
  console.log(`${file}: ${(image.length / 1000).toFixed(1)} kB`);
}

whenStarted(import.meta.url, async () => {
  write(await animation());
  await painting(async (browser) => {
    for (const icon of await icons(browser)) write(icon);
    write(await card(browser));
    write(await screenshot(browser));
  });
});
