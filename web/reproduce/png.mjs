// Converts SVG files to PNG files with the Chromium of the tests.
import { readFileSync } from 'node:fs';
import { launchChromium } from '../../build-scripts/chromium.mjs';

export async function writePngs(files) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ deviceScaleFactor: 2 });
    for (const file of files) {
      await page.setContent(`<body style="margin:0">${readFileSync(file, 'utf8')}</body>`);
      await page
        .locator('svg')
        .first()
        .screenshot({ path: file.replace(/svg$/, 'png') });
    }
  } finally {
    await browser.close();
  }
}
