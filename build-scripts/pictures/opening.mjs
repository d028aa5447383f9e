// The page with its opening training at the end, for the pictures that show it.
import { serve } from '../serve.mjs';
import { fromRoot } from '../tools.mjs';

/** Milliseconds for the explanation and the other parts below the pictures to appear. */
const rest = 3000;

/** Opens the built page in a context of these options, waits for the end of its training, and returns what `work` does with it. */
export async function withOpening({ browser }, options, work) {
  const server = await serve(fromRoot('site'));
  const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce', ...options });
  try {
    const page = await context.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => /^TRIP/.test(document.querySelector('[data-value=verdict]')?.textContent ?? ''));
    await page.waitForTimeout(rest);
    return await work(page);
  } finally {
    await context.close();
    await server.close();
  }
}
