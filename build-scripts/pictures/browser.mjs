// Pictures that Chromium paints: pages and drawings as PNG.
import { launchChromium } from '../chromium.mjs';

/** Calls `work` with a function that paints HTML as PNG, and ends the browser. */
export async function painting(work) {
  const browser = await launchChromium();
  try {
    return await work({
      browser,
      /** Paints `html` at a size in pixels; what it does not cover stays transparent. */
      async paint(html, width, height) {
        const page = await browser.newPage({ viewport: { width, height } });
        await page.setContent(`<!doctype html><style>* { margin: 0 }</style>${html}`);
        const image = await page.screenshot({ omitBackground: true });
        await page.close();
        return image;
      },
    });
  } finally {
    await browser.close();
  }
}
