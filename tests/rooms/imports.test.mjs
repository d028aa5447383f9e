// The rules of biome.json for what a room may import: each forbidden import is refused, in a copy of the folders.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'rooms-'));
after(() => rmSync(folder, { recursive: true }));

/** Lints these files alone; resolves to the names of the rules that were broken. */
function lint(files) {
  rmSync(join(folder, 'web'), { recursive: true, force: true });
  copyFileSync(join(root, 'biome.json'), join(folder, 'biome.json'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const args = [biome, 'lint', '--reporter=json', 'web'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout).diagnostics.map(({ category }) => category.split('/').at(-1));
}

const importing = (from) => `import { a } from '${from}';\n\nexport const b = a;\n`;

const forbidden = {
  'web/lib/types/a.ts': '../common/check.js',
  'web/lib/common/a.ts': '../core/raw.js',
  'web/lib/core/a.ts': '../data/dataset.js',
  'web/lib/data/a.ts': '../model/options.js',
  'web/lib/model/a.ts': '../sweep/plan.js',
  'web/lib/sweep/a.ts': '../assess/fits.js',
  'web/lib/assess/a.ts': '../workers/pool.js',
  'web/lib/workers/a.ts': '../trainer.js',
  'web/lib/workers/b.ts': '../core-module.js',
  'web/table/a.ts': '../lib/common/check.js',
  'web/table/b.ts': 'node:fs',
  'web/formats/a.ts': '../table/index.js',
  'web/formats/b.ts': 'node:zlib',
  'web/shards/a.ts': '../cli/output.js',
  'web/bullmq/a.ts': '../lib/trainer.js',
  'web/draw/a.ts': '../site/app/choices.ts',
  'web/draw/b.ts': './dom/canvas.js',
  'web/draw/dom/a.ts': '../../site/link/state.ts',
  'web/draw/dom/b.ts': 'node:fs',
  'web/cli/a.ts': '../lib/common/check.js',
  'web/experiments/plans/a.ts': '../../lib/index.js',
  'web/site/link/a.ts': '../data/catalogue.ts',
  'web/site/data/a.ts': '../text/en/page.ts',
  'web/site/data/b.ts': '../../draw/panel.ts',
  'web/site/tour/a.ts': '../text/en/tour.ts',
  'web/site/tour/b.ts': '../app/tour.svelte.ts',
  'web/site/teaching/a.ts': '../app/app.svelte.ts',
  'web/site/teaching/b.ts': '../../draw/dom/canvas.ts',
  'web/site/brush/a.ts': '../app/app.svelte.ts',
  'web/site/brush/b.ts': '../../draw/dom/canvas.ts',
  'web/site/method/a.ts': '../text/en/method.ts',
  'web/site/method/b.ts': '../training/track.ts',
};
for (const [path, from] of Object.entries(forbidden)) {
  test(`${path} may not import ${from}`, () => {
    assert.deepEqual(lint({ [path]: importing(from) }), ['noRestrictedImports']);
  });
}

const allowed = {
  'web/lib/common/a.ts': './check.js',
  'web/lib/core/a.ts': '../core-module.js',
  'web/lib/workers/a.ts': '../model/fit.js',
  'web/cli/a.ts': '../table/index.js',
  'web/cli/b.ts': 'trip-wasm',
  'web/cli/c.ts': '../formats/index.js',
  'web/shards/b.ts': 'node:fs',
  'web/bullmq/b.ts': '../shards/index.js',
  'web/draw/dom/a.ts': '../panel.js',
  'web/site/link/a.ts': 'trip-wasm',
  'web/site/data/a.ts': '../link/state.ts',
  'web/site/tour/a.ts': '../training/track.ts',
  'web/site/method/a.ts': '../data/random.ts',
};
test('imports of earlier rooms pass', () => {
  assert.deepEqual(
    lint(Object.fromEntries(Object.entries(allowed).map(([path, from]) => [path, importing(from)]))),
    [],
  );
});

test('an import in a circle is refused, of types too', () => {
  const other = (name, from) => `import type { ${from} } from './${from}.ts';\n\nexport type ${name} = ${from} | 0;\n`;
  assert.deepEqual(lint({ 'web/site/link/a.ts': other('a', 'b'), 'web/site/link/b.ts': other('b', 'a') }), [
    'noImportCycles',
    'noImportCycles',
  ]);
});

test('the package sees no DOM, and WebAssembly only in its room', () => {
  const wasm = 'export const b = WebAssembly;\n';
  const dom = 'export const b = document.body;\n';
  assert.deepEqual(lint({ 'web/lib/core/a.ts': wasm }), []);
  assert.deepEqual(lint({ 'web/lib/model/a.ts': wasm }), ['noRestrictedGlobals']);
  assert.deepEqual(lint({ 'web/draw/dom/a.ts': dom }), []);
  for (const room of ['lib/core', 'lib/model', 'table', 'formats', 'draw', 'experiments']) {
    assert.deepEqual(lint({ [`web/${room}/a.ts`]: dom }), ['noRestrictedGlobals'], room);
  }
});
