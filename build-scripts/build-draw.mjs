// dist/draw.js and dist/element.js: the entries `trip-wasm/draw` and `trip-wasm/element` of web/draw, each with everything inside, and their
// declarations.
import { rmSync, writeFileSync } from 'node:fs';
import { declarationsOf } from './declarations.mjs';
import { bannerOf, packagesOf } from './third-party.mjs';
import { Failure, fromRoot } from './tools.mjs';

/** The entries, and the modules with their public names. */
const entries = {
  draw: { entry: 'index.ts', declared: ['options', 'svg', 'dom/draw-on'] },
  element: { entry: 'dom/element.ts', declared: ['dom/plane-types', 'dom/element'] },
};

/** Leaves out what only pictures of the page can show. */
const withoutEmphasis = {
  name: 'without-emphasis',
  setup: (bundle) =>
    bundle.onLoad({ filter: /[/\\]emphasis\.ts$/ }, () => ({ contents: 'export const emphasis = false;' })),
};

export async function bundleDraw() {
  const { build } = await import('esbuild');
  const { minify } = await import('terser');
  const compress = { passes: 6, inline: 1, pure_getters: true, unsafe: true, unsafe_arrows: true };
  for (const [name, { entry, declared }] of Object.entries(entries)) {
    const { outputFiles, warnings, metafile } = await build({
      entryPoints: [fromRoot('web', 'draw', entry)],
      bundle: true,
      plugins: [withoutEmphasis],
      minifySyntax: true,
      format: 'esm',
      target: 'es2022',
      write: false,
      metafile: true,
    });
    if (warnings.length > 0) throw new Failure(`${entry}: ${warnings[0].text}`);
    const { code } = await minify(outputFiles[0].text, { module: true, ecma: 2022, compress });
    writeFileSync(fromRoot('dist', `${name}.js`), `${bannerOf(packagesOf(Object.keys(metafile.inputs)))}${code}`);
    writeFileSync(
      fromRoot('dist', `${name}.d.ts`),
      await declarationsOf('draw', declared, { index: ['Dataset', 'Model'] }),
    );
  }
  rmSync(fromRoot('build', 'draw-types'), { recursive: true, force: true });
}
