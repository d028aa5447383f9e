// Builds dist/cli.js (the `trip` command) and dist/table.js (the table reader), with the CSV library bundled.
import { chmodSync } from 'node:fs';
import { fromRoot } from './tools.mjs';

/** Files in dist/ that the command imports and does not bundle. */
const neighbours = {
  'trip-wasm': './index.js',
  'trip-wasm/trainer': './trainer.js',
  '../table/index.js': './table.js',
};

export async function bundleCli() {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: fromRoot('web', 'cli'),
    logLevel: 'warn',
    plugins: [
      {
        name: 'neighbours',
        enforce: 'pre',
        resolveId: (id) => (Object.hasOwn(neighbours, id) ? { id: neighbours[id], external: true } : undefined),
      },
    ],
    // Makes Papa Parse omit its support of Node's streams, which is not used.
    define: { PAPA_BROWSER_CONTEXT: 'true' },
    build: {
      target: 'es2022',
      outDir: fromRoot('dist'),
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      lib: {
        entry: { cli: fromRoot('web', 'cli', 'main.ts'), table: fromRoot('web', 'table', 'index.ts') },
        formats: ['es'],
      },
      rolldownOptions: { external: /^node:/ },
    },
  });
  chmodSync(fromRoot('dist', 'cli.js'), 0o755);
}
