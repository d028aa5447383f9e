// Builds dist/ and site/ with the WebAssembly that is in build/core already.
import { buildLib } from '../build-lib.mjs';
import { buildSite } from '../build-site.mjs';
import { setup } from '../setup.mjs';
import { checkSizes } from '../size-report.mjs';
import { whenStarted } from '../tools.mjs';

whenStarted(import.meta.url, async () => {
  await setup('start');
  await buildLib();
  await buildSite();
  await checkSizes();
});
