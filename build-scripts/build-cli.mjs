// dist/cli.js (the `trip` command), dist/table.js (the reading of tables) with the CSV library inside, and the entry dist/formats.js (other
// files), which loads the reader of Parquet in dist/hyparquet.js when it meets such a file.
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { declarationsOf } from './declarations.mjs';
import { fromRoot } from './tools.mjs';

/** Files in dist/ that the command imports and does not bundle. */
const neighbours = {
  'trip-wasm': './index.js',
  'trip-wasm/trainer': './trainer.js',
  'trip-wasm/draw': './draw.js',
  '../table/index.js': './table.js',
  '../formats/index.js': './formats.js',
};

/** The reader of Parquet without its comments, which name files that are not shipped, and with its licence. */
async function packParquet(code, { name }) {
  if (name !== 'hyparquet') return undefined;
  const { transform } = await import('esbuild');
  const licence = readFileSync(fromRoot('node_modules', 'hyparquet', 'LICENSE'), 'utf8').trim();
  return `/*! hyparquet\n${licence}\n*/\n${(await transform(code, { minify: true, target: 'es2022' })).code}`;
}

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
      { name: 'parquet', renderChunk: packParquet },
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
        entry: {
          cli: fromRoot('web', 'cli', 'main.ts'),
          table: fromRoot('web', 'table', 'index.ts'),
          formats: fromRoot('web', 'formats', 'index.ts'),
        },
        formats: ['es'],
      },
      rolldownOptions: { external: /^node:|^@resvg\//, output: { chunkFileNames: '[name].js' } },
    },
  });
  chmodSync(fromRoot('dist', 'cli.js'), 0o755);
}

/** Modules of web/formats with public names. */
const declared = ['types', 'arrays', 'npy', 'npz', 'parquet', 'svmlight', 'tns'];

/** Writes dist/formats.d.ts: the declarations of the bundled modules in one file, without those marked as internal. */
export async function declareFormats() {
  const folder = fromRoot('build', 'formats-types');
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(
    fromRoot('dist', 'formats.d.ts'),
    await declarationsOf('formats', declared, ['DatasetInput', 'SparseInput']),
  );
  rmSync(folder, { recursive: true });
}
