// Loads the page's modules without a DOM, for tests without a browser and for the build.
import { fromRoot } from './tools.mjs';

/** Loads modules of web/site by path, with the page's bundler; they may import more until `close`. */
export async function loadModules(...paths) {
  // Vite exists only after the setup.
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
