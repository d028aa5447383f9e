// Reports the sizes of package and page, raw, gzip and brotli, and fails over a budget. Writes build/size.json.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bad, Failure, filesBelow, fromRoot, heading, root, whenStarted } from './tools.mjs';

/**
 * Budgets in kB of gzip: the download of the package with the SIMD build, without and with workers, and the files that the page loads
 * before it can compute. A development build of the page is 12 kB over.
 */
const budgets = { pair: 181.6, package: 222.7, single: 224.3, draw: 14.6, element: 17.3, page: 278.4, oneFile: 739.4 };

const sizesOf = (bytes) => [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];

const row = (name, sizes, more) => {
  const sum = (column) => sizes.reduce((total, size) => total + size[column], 0);
  return { name, raw: sum(0), gzip: sum(1), brotli: sum(2), ...more };
};

const measure = (name, files, more) =>
  row(
    name,
    files.map((file) => sizesOf(readFileSync(file))),
    more,
  );

/** Documentation, which the live page only links to. */
const isDocumentation = (file) => /^site\/(docs|api)\//.test(file);

/** Files that chats and home screens load, and the page never. */
const isForLinks = (file) => /^site\/(card|icon-\d+)\.png$|\.webmanifest$/.test(file);

/** The scalar build. The page loads only one build, so the report counts SIMD. */
const isScalarCore = (file) => /(^|\/)core(-(?!simd)[\w-]+)?\.wasm$/.test(file);

/**
 * Files of the page that it loads before its first picture: those that its HTML names, their static imports, the core and the workers'
 * script. Data and the parts below the pictures are loaded on demand.
 */
export function firstFiles(files) {
  const waiting = files.filter((file) => /^(index\.html$|core-simd-|worker-)/.test(basename(file)));
  const found = new Set();
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    if (!/\.(html|js)$/.test(file)) continue;
    const named = readFileSync(file, 'utf8').matchAll(/(?:\b(?:src|href)=|\bfrom|\bimport)\s*"(\.\/[^"]+)"/g);
    for (const [, path] of named) waiting.push(resolve(dirname(file), path));
  }
  return found;
}

/**
 * Measures the library bundled and minified. Bundlers build the workers' script separately, so code that both scripts need is counted
 * twice.
 */
async function measureBundle(name, ...entries) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    stdin: { contents: entries.map((entry) => `export * from './${entry}';`).join(''), resolveDir: fromRoot('dist') },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'error',
  });
  return row(name, [sizesOf(outputFiles[0].contents)]);
}

/** Measures the page; empty when no page has been built, as in a trial of another Emscripten. */
function measurePage() {
  if (!existsSync(fromRoot('site'))) {
    console.log('The page has not been built and is not measured.');
    return [];
  }
  const page = filesBelow('site').filter((path) => {
    const file = relative(root, path);
    return !/\.map$|\/trip\.html$/.test(file) && !isScalarCore(file) && !isDocumentation(file) && !isForLinks(file);
  });
  const first = firstFiles(page);
  const [before, later] = [true, false].map((wanted) => page.filter((file) => first.has(file) === wanted));
  return [
    measure('page', before, { budget: budgets.page }),
    measure('page, on demand', later),
    measure('page as one file', [fromRoot('site', 'trip.html')], { budget: budgets.oneFile }),
  ];
}

async function measureAll() {
  const core = ['core.wasm', 'core-simd.wasm'].map((name) => measure(name, [fromRoot('dist', name)]));
  const fitting = await measureBundle('library', 'index.js');
  const library = await measureBundle('  with trainer', 'index.js', 'trainer.js');
  const worker = await measureBundle('worker', 'worker.js');
  const together = (name, parts, budget) =>
    row(
      name,
      parts.map(({ raw, gzip, brotli }) => [raw, gzip, brotli]),
      { budget },
    );
  return [
    ...core,
    fitting,
    library,
    worker,
    together('simd and library', [core[1], fitting], budgets.pair),
    together('package', [core[1], library, worker], budgets.package),
    measure('single.js', [fromRoot('dist', 'single.js')], { budget: budgets.single }),
    measure('formats.js', [fromRoot('dist', 'formats.js')]),
    measure('  with Parquet', [fromRoot('dist', 'formats.js'), fromRoot('dist', 'hyparquet.js')]),
    measure('draw.js', [fromRoot('dist', 'draw.js')], { budget: budgets.draw }),
    measure('element.js', [fromRoot('dist', 'element.js')], { budget: budgets.element }),
    ...measurePage(),
  ];
}

const kilobytes = (bytes) => (bytes / 1000).toFixed(1).padStart(9);

/** Prints the table; resolves to a message for each exceeded budget. */
export async function reportSizes() {
  const rows = await measureAll();
  heading('Sizes, kB');
  console.log(`${''.padEnd(18)}      raw     gzip   brotli   budget (gzip)`);
  for (const { name, raw, gzip, brotli, budget } of rows) {
    const limit = budget === undefined ? '' : String(budget).padStart(9);
    console.log(`${name.padEnd(18)}${[raw, gzip, brotli].map(kilobytes).join('')}${limit}`);
  }
  mkdirSync(fromRoot('build'), { recursive: true });
  writeFileSync(fromRoot('build', 'size.json'), `${JSON.stringify(rows, null, 2)}\n`);

  const over = rows
    .filter(({ gzip, budget }) => gzip > budget * 1000)
    .map(({ name, gzip, budget }) => `${name}: ${(gzip / 1000).toFixed(1)} kB of gzip, the budget is ${budget} kB.`);
  for (const text of over) bad(text);
  return over;
}

/** As reportSizes; an exceeded budget is a Failure. */
export async function checkSizes() {
  const over = await reportSizes();
  if (over.length > 0) throw new Failure('Over the size budget.');
}

whenStarted(import.meta.url, checkSizes);
