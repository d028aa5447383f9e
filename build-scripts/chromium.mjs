// The system's Chromium without a window, for tests and benchmarks.
import { findChromium } from './tools.mjs';

/** Playwright is loaded when it is needed: scripts that install it read this file before. */
export async function launchChromium() {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
}
