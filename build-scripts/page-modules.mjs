// Loads the page's modules without a DOM, for tests without a browser and for the build.
import { fromRoot } from './tools.mjs';

/** Loads modules by path in web/site, or below web/ without a leading slash, with the page's bundler; they may import more until `close`. */
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
  return {
    modules: await Promise.all(
      paths.map((path) => server.ssrLoadModule(path.startsWith('/') ? path : fromRoot('web', path))),
    ),
    close: () => server.close(),
  };
}
