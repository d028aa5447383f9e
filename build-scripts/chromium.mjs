// Starts the system's Chromium headless, for tests and benchmarks.
import { findChromium } from './tools.mjs';

/** Playwright is imported on call, because scripts that install it import this file first. */
export async function launchChromium() {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
}
