// The page's modules without a DOM, for tests that need no browser and for what the build computes with them.
import { fromRoot } from './tools.mjs';

/** Modules of web/site by path, as the page's own bundler reads them; they may load more until `close`. */
export async function loadModules(...paths) {
  // Not there before the setup.
  const { createServer } = await import('vite');
  const server = await createServer({
    root: fromRoot('web', 'site'),
    configFile: fromRoot('web', 'site', 'vite.config.ts'),
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
  });
  return { modules: await Promise.all(paths.map((path) => server.ssrLoadModule(path))), close: () => server.close() };
}
