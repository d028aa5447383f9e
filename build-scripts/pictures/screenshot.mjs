// The screenshot of the page in the README: the opening training at its end.
import { withOpening } from './opening.mjs';

/** The screenshot as { file, image }. */
export const screenshot = (browser) =>
  withOpening(browser, { viewport: { width: 1280, height: 835 } }, async (page) => ({
    file: 'docs/screenshot.png',
    image: await page.screenshot(),
  }));
