// Starts the page from a clean checkout: installs missing dependencies, builds, serves. node build-scripts/start.mjs [--port 4173]
import { build } from './build.mjs';
import { serve, serveArguments } from './serve.mjs';
import { setup } from './setup.mjs';
import { reportSizes } from './size-report.mjs';
import { fromRoot, good, whenStarted } from './tools.mjs';

whenStarted(import.meta.url, async () => {
  const { where } = serveArguments();
  await setup('start');
  await build();
  await reportSizes();
  const { url } = await serve(fromRoot('site'), where);
  good(`\nThe page is at ${url}   (Ctrl-C ends it)`);
});
