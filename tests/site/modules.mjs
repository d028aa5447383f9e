// The page's modules without a DOM, for tests that need no browser.
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './support.mjs';

/** Modules of web/site by path, as the page's own bundler reads them; they may load more until `close`. */
export async function loadModules(...paths) {
  const server = await createServer({
    root: join(root, 'web', 'site'),
    configFile: join(root, 'web', 'site', 'vite.config.ts'),
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
  });
  return { modules: await Promise.all(paths.map((path) => server.ssrLoadModule(path))), close: () => server.close() };
}
