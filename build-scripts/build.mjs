// Everything that is shipped: dist/ (the package), site/ (the page), and the sizes of both.
import { buildLib } from './build-lib.mjs';
import { buildSite } from './build-site.mjs';
import { buildWasm } from './build-wasm.mjs';
import { setup } from './setup.mjs';
import { reportSizes } from './size-report.mjs';
import { whenStarted } from './tools.mjs';

export async function build(options) {
  await buildWasm(options);
  await buildLib();
  await buildSite();
  reportSizes();
}

whenStarted(import.meta.url, async () => {
  await setup('start');
  await build();
});
