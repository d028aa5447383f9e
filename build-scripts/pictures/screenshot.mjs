// The screenshot of the page in the README: the opening training at its end, from the heading to the last sentence about it.
import { withOpening } from './opening.mjs';

const [width, margin] = [1280, 8];

/** The screenshot as { file, image }. */
export const screenshot = (browser) =>
  withOpening(browser, { viewport: { width, height: 835 } }, async (page) => {
    const { y, height } = await page.locator('[data-value=picked-seeds]').boundingBox();
    const clip = { x: 0, y: 0, width, height: Math.ceil(y + height + margin) };
    return { file: 'docs/screenshot.png', image: await page.screenshot({ clip }) };
  });
