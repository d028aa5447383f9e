// dist/cli.js (the `trip` command), dist/table.js (the reading of tables) with the CSV library inside, the entry dist/formats.js (other
// files), which loads the reader of Parquet in dist/hyparquet.js when it meets such a file, and the entry dist/bullmq.js, which imports BullMQ
// where it is installed. dist/shards.js (files of rows) belongs to the command and to the queue.
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { declarationsOf } from './declarations.mjs';
import { bannerOf, packagesOf } from './third-party.mjs';
import { fromRoot } from './tools.mjs';

/** Files in dist/ that the command imports and does not bundle. */
const neighbours = {
  'trip-wasm': './index.js',
  'trip-wasm/trainer': './trainer.js',
  'trip-wasm/draw': './draw.js',
  '../table/index.js': './table.js',
  '../formats/index.js': './formats.js',
  '../shards/index.js': './shards.js',
};

/** A bundle with the names of the packages in it; the reader of Parquet without its comments, which name files that are not shipped, and with its licence. */
async function packParquet(code, { name, moduleIds }) {
  if (name !== 'hyparquet') return `${bannerOf(packagesOf(moduleIds))}${code}`;
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
      sourcemap: process.env.TRIP_SOURCE_MAPS === '1',
      lib: {
        entry: {
          cli: fromRoot('web', 'cli', 'main.ts'),
          table: fromRoot('web', 'table', 'index.ts'),
          formats: fromRoot('web', 'formats', 'index.ts'),
          shards: fromRoot('web', 'shards', 'index.ts'),
          bullmq: fromRoot('web', 'bullmq', 'index.ts'),
        },
        formats: ['es'],
      },
      rolldownOptions: { external: /^node:|^@resvg\/|^bullmq$/, output: { chunkFileNames: '[name].js' } },
    },
  });
  chmodSync(fromRoot('dist', 'cli.js'), 0o755);
}

/** Modules with public names, and the names of the package that they use, by entry. */
const declared = {
  formats: {
    modules: ['types', 'arrays', 'npy', 'npz', 'parquet', 'svmlight', 'tns'],
    types: { index: ['DatasetInput', 'SparseInput'] },
  },
  bullmq: {
    modules: ['bullmq/types', 'bullmq/submit', 'bullmq/work', 'bullmq/status', 'bullmq/executor'],
    types: { index: ['Dataset', 'SweepPlan'], trainer: ['CellExecutor'] },
  },
};

/** Writes the declarations of the bundled entries, each in one file, without those that are marked as internal. */
export async function declareBundled() {
  for (const [entry, { modules, types }] of Object.entries(declared)) {
    writeFileSync(fromRoot('dist', `${entry}.d.ts`), await declarationsOf(entry, modules, types));
    rmSync(fromRoot('build', `${entry}-types`), { recursive: true, force: true });
  }
}
