/** A picture as a page in one file: `<trip-plane>` with the package, the model and the samples inside, which works offline. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Dataset, Model } from 'trip-wasm';
import { TripError } from 'trip-wasm';

export interface PageContent {
  readonly model: Model;
  readonly data: Dataset;
  readonly test: Dataset | undefined;
  readonly title: string;
  /** Attributes of the element. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The picture for readers without scripts. */
  readonly svg: string;
}

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => `&${entities[mark]};`);
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A bundled module of the package as an expression that gives its exports: classic scripts work on pages opened from a disk. */
async function moduleOf(file: string): Promise<string> {
  const code = await readFile(new URL(file, import.meta.url), 'utf8');
  const [whole, list] = /export\s*\{([^}]*)\};?\s*$/.exec(code) ?? [];
  if (whole === undefined || list === undefined)
    throw new TripError('internal', `${file} of the package does not end with its exports`);
  const names = list.split(',').map((entry) => {
    const [own = '', name = own] = entry.trim().split(/\s+as\s+/);
    return `${JSON.stringify(name)}:${own}`;
  });
  return `(()=>{${code.slice(0, -whole.length)}\nreturn{${names.join()}}})()`;
}

/** Restores what `textOf` writes, and gives it to the element. */
const start = `
const kinds = { Float32Array, Float64Array, Int32Array };
const revive = (_, value) => {
  if (!value || !Array.isArray(value.typed) || !Object.hasOwn(kinds, value.typed[0])) return value;
  const bytes = Uint8Array.from(atob(value.typed[1]), (letter) => letter.charCodeAt(0));
  return new kinds[value.typed[0]](bytes.buffer);
};
const plane = document.querySelector('trip-plane');
loadTrip()
  .then((trip) => {
    const { model, data, test } = JSON.parse(document.getElementById('content').textContent, revive);
    Object.assign(plane, { model: trip.restore(model), data, samples: test });
  })
  .catch((error) => plane.after(error.message));
`;

/** Model and samples as JSON that cannot end its element: typed arrays become base64. */
function textOf({ model, data, test }: PageContent): string {
  const typed = (_: string, value: unknown) =>
    ArrayBuffer.isView(value)
      ? {
          typed: [
            value.constructor.name,
            Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64'),
          ],
        }
      : value;
  return JSON.stringify({ model: model.toJSON(), data, test }, typed).replaceAll('<', '\\u003c');
}

const rules = 'body{margin:1rem auto;max-width:46rem;padding:0 .5rem;font:16px system-ui,sans-serif}';

export async function pageOf(content: PageContent): Promise<string> {
  const scheme = content.attributes.theme ?? 'light dark';
  const style = `:root{color-scheme:${scheme}}${rules}`;
  const [single, element] = await Promise.all(['./single.js', './element.js'].map(moduleOf));
  const script = `'use strict';{const{loadTrip}=${single};${element};${start}}`.replaceAll('</script', '<\\/script');
  const policy = `default-src 'none'; script-src ${hashOf(script)} 'wasm-unsafe-eval'; style-src ${hashOf(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
  const attributes = Object.entries(content.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(content.title)}</title>
<style>${style}</style>
<trip-plane${attributes.join('')}></trip-plane>
<noscript>${content.svg}</noscript>
<script type="application/json" id="content">${textOf(content)}</script>
<script>${script}</script>
</html>
`;
}
