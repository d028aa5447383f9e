// Sizes of what is shipped, raw, gzip and brotli; too big is a failure. Also written to build/size.json.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bad, Failure, filesBelow, fromRoot, heading, root, whenStarted } from './tools.mjs';

/** kB of gzip: what a user of the package downloads with the SIMD build, and what the page needs before it can compute. */
const budgets = { package: 80, page: 200 };

const measure = (name, files) => {
  const sizes = files.map((file) => {
    const bytes = readFileSync(file);
    return [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
  });
  const sum = (column) => sizes.reduce((total, size) => total + size[column], 0);
  return { name, files: files.length, raw: sum(0), gzip: sum(1), brotli: sum(2) };
};

/** The page loads one of the two builds: the scalar one is counted when there is no SIMD. */
const isScalarCore = (file) => /(^|\/)core(-(?!simd)[\w-]+)?\.(js|wasm)$/.test(file);

function measureAll() {
  const dist = (name) => measure(name, [fromRoot('dist', name)]);
  const library = filesBelow('dist').filter((file) => /\.js$/.test(file) && !/\/core(-simd)?\.js$/.test(file));
  const page = filesBelow('site').filter((file) => !file.endsWith('.map') && !isScalarCore(relative(root, file)));
  const shipped = [...library, fromRoot('dist', 'core-simd.wasm'), fromRoot('dist', 'core-simd.js')];
  return [
    dist('core.wasm'),
    dist('core.js'),
    dist('core-simd.wasm'),
    dist('core-simd.js'),
    measure('library', library),
    { ...measure('package', shipped), budget: budgets.package },
    { ...measure('page', page), budget: budgets.page },
  ];
}

const kilobytes = (bytes) => (bytes / 1000).toFixed(1).padStart(9);

export function reportSizes() {
  const rows = measureAll();
  heading('Sizes, kB');
  console.log(`${''.padEnd(16)}      raw     gzip   brotli   budget (gzip)`);
  for (const { name, raw, gzip, brotli, budget } of rows) {
    const limit = budget === undefined ? '' : String(budget).padStart(9);
    console.log(`${name.padEnd(16)}${[raw, gzip, brotli].map(kilobytes).join('')}${limit}`);
  }
  mkdirSync(fromRoot('build'), { recursive: true });
  writeFileSync(fromRoot('build', 'size.json'), `${JSON.stringify(rows, null, 2)}\n`);

  const over = rows.filter(({ gzip, budget }) => gzip > budget * 1000);
  for (const { name, gzip, budget } of over)
    bad(`${name}: ${(gzip / 1000).toFixed(1)} kB of gzip, the budget is ${budget} kB.`);
  if (over.length > 0) throw new Failure('Over the size budget.');
}

whenStarted(import.meta.url, async () => reportSizes());
