// The system's Chromium without a window, for tests and benchmarks.
import { chromium } from 'playwright-core';
import { findChromium } from './tools.mjs';

export const launchChromium = () =>
  chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
