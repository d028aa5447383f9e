// Builds dist/ (the package) and site/ (the page). As a script it also checks the sizes against the budgets.
import { buildLib } from './build-lib.mjs';
import { buildSite } from './build-site.mjs';
import { buildWasm } from './build-wasm.mjs';
import { setup } from './setup.mjs';
import { checkSizes } from './size-report.mjs';
import { whenStarted } from './tools.mjs';

export async function build(options) {
  await buildWasm(options);
  await buildLib();
  await buildSite();
}

whenStarted(import.meta.url, async () => {
  await setup('start');
  await build();
  await checkSizes();
});
