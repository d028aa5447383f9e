// Builds the npm package: dist/ from web/lib by tsc, the WebAssembly module, the version of package.json, the bundled single-file
// entry, the readers of files, the queue, and the command.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { bundleCli, declareBundled } from './build-cli.mjs';
import { bundleDraw } from './build-draw.mjs';
import { writeCommonJs } from './commonjs.mjs';
import { setup } from './setup.mjs';
import { bannerOf, writeNotices } from './third-party.mjs';
import { Failure, fromRoot, runTool, step, whenStarted } from './tools.mjs';

/** Maps to the sources, for the measurement of coverage; the package has none. */
const withMaps = process.env.TRIP_SOURCE_MAPS === '1';

const coreFiles = ['core.wasm', 'core-simd.wasm', 'core-module.js'];

/** Inserts the version of package.json into dist/common/version.js. */
function insertVersion() {
  const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const file = fromRoot('dist', 'common', 'version.js');
  const text = readFileSync(file, 'utf8');
  const place = /(?<=version = ')[^']*(?=')/;
  if (!place.test(text)) throw new Failure(`${file} has no place for the version.`);
  writeFileSync(file, text.replace(place, version));
}

/** Copies the binaries without Emscripten's execute permission, and its code without functions that nothing calls. */
async function copyCore() {
  for (const name of coreFiles) writeFileSync(fromRoot('dist', name), readFileSync(fromRoot('build', 'core', name)));
  const { minify } = await import('terser');
  const glue = fromRoot('dist', 'core-module.js');
  const options = { module: true, compress: { passes: 2, pure_getters: true } };
  writeFileSync(glue, (await minify(readFileSync(glue, 'utf8'), options)).code);
}

/** Bundles a file of dist/ with all other files inside; `payload` has the values that web/lib/core/single-payload.d.ts declares. */
async function bundleSingle(entry, format, payload) {
  const { build } = await import('esbuild');
  const parts = {
    name: 'parts',
    setup(bundle) {
      bundle.onResolve({ filter: /\/parts\.js$/ }, () => ({ path: fromRoot('dist', 'core', 'single-parts.js') }));
      bundle.onResolve({ filter: /^\.\/single-payload\.js$/ }, ({ path }) => ({ path, namespace: 'payload' }));
      bundle.onLoad({ filter: /./, namespace: 'payload' }, () => ({
        contents: JSON.stringify(payload),
        loader: 'json',
      }));
    },
  };
  const { outputFiles, warnings } = await build({
    entryPoints: [fromRoot('dist', entry)],
    bundle: true,
    minify: true,
    format,
    target: 'es2022',
    // Emscripten's code would look for the binary beside this file, which already contains it.
    define: { 'import.meta.url': '""' },
    plugins: [parts],
    write: false,
  });
  if (warnings.length > 0) throw new Failure(`${entry}: ${warnings[0].text}`);
  return outputFiles[0].text;
}

/** Writes dist/single.js: everything in one file. The binary is gzipped, since base64 alone would be a third larger to download. */
async function writeSingle() {
  const binary = gzipSync(readFileSync(fromRoot('dist', 'core-simd.wasm')), { level: 9 }).toString('base64');
  const workerCode = await bundleSingle('worker.js', 'iife', { binary: '', workerCode: '' });
  const code = await bundleSingle('single.js', 'esm', { binary, workerCode });
  writeFileSync(fromRoot('dist', 'single.js'), `${bannerOf(['Eigen', 'Emscripten'])}${code}`);
  for (const extension of ['js', 'd.ts']) rmSync(fromRoot('dist', 'core', `single-parts.${extension}`));
}

export async function buildLib() {
  const missing = coreFiles.find((name) => !existsSync(fromRoot('build', 'core', name)));
  if (missing) throw new Failure(`build/core/${missing} is missing: npm run build:wasm makes it.`);
  const inputs = [
    'web/lib',
    'web/cli',
    'web/table',
    'web/formats',
    'web/shards',
    'web/bullmq',
    'web/draw',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
    'build/core',
    'build-scripts/build-lib.mjs',
    'build-scripts/build-cli.mjs',
    'build-scripts/build-draw.mjs',
    'build-scripts/third-party.mjs',
    'build-scripts/native-notices.txt',
    'build-scripts/declarations.mjs',
    'build-scripts/commonjs.mjs',
  ];
  await step('library', { inputs, outputs: ['dist', 'build/bundled/package.json'] }, async () => {
    rmSync(fromRoot('dist'), { recursive: true, force: true });
    await runTool('tsc', ['--project', 'web/lib', ...(withMaps ? ['--sourceMap'] : [])]);
    insertVersion();
    await copyCore();
    await writeSingle();
    await bundleCli();
    await declareBundled();
    await bundleDraw();
    await writeNotices();
    await writeCommonJs();
  });
}

whenStarted(import.meta.url, async () => {
  await setup('start');
  await buildLib();
});
