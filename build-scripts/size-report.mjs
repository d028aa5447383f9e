// Sizes of what is shipped, raw, gzip and brotli; too big is a failure. Also written to build/size.json.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bad, Failure, filesBelow, fromRoot, heading, root, whenStarted } from './tools.mjs';

/**
 * kB of gzip: what a user of the package downloads with the SIMD build, without and with workers, and what the page needs before it
 * can compute. A page that was built for development is 12 kB over.
 */
const budgets = { pair: 130, package: 151, single: 154, page: 223, oneFile: 436 };

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

/** Pages of their own, which the live page only links to. */
const isDocumentation = (file) => /^site\/(docs|api)\//.test(file);

/** The page loads one of the two builds: the scalar one is counted when there is no SIMD. */
const isScalarCore = (file) => /(^|\/)core(-(?!simd)[\w-]+)?\.wasm$/.test(file);

/**
 * What the page loads before its first picture: the files that its HTML names, what these import statically, the core and the
 * workers' script. Data, and what lies below the pictures, come on demand.
 */
function firstFiles(files) {
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
 * The library as a bundler delivers it, whole and minified: what of the library is used on the page, and the script of the
 * workers, which bundlers make apart, so that what both need is counted twice.
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

/** Nothing where no page has been built, as in a trial of another Emscripten. */
function measurePage() {
  if (!existsSync(fromRoot('site'))) {
    console.log('No page has been built: it is not measured.');
    return [];
  }
  const page = filesBelow('site').filter((path) => {
    const file = relative(root, path);
    return !/\.map$|\/trip\.html$/.test(file) && !isScalarCore(file) && !isDocumentation(file);
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
    ...measurePage(),
  ];
}

const kilobytes = (bytes) => (bytes / 1000).toFixed(1).padStart(9);

/** Prints the table; resolves to what is over its budget, in words. */
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

/** As reportSizes, and too big is a Failure. */
export async function checkSizes() {
  const over = await reportSizes();
  if (over.length > 0) throw new Failure('Over the size budget.');
}

whenStarted(import.meta.url, checkSizes);
