// The pictures of docs/which-setting.md, computed by its examples: node build-scripts/docs/pictures.mjs writes docs/pictures/.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { marks } from '../../docs/.vitepress/theme/marks.js';
import { fromRoot, whenStarted } from '../tools.mjs';
import { runExample } from './examples.mjs';

/** Each picture of the page with the example that follows it: { name, code }. */
export function pictures() {
  const text = readFileSync(fromRoot('docs', 'which-setting.md'), 'utf8');
  const pairs = text.matchAll(/^!\[[^\]]*\]\(pictures\/([\w-]+)\.svg\)\n\n```js\n([\s\S]*?)^```$/gm);
  return [...pairs].map(([, name, code]) => ({ name, code }));
}

/** The picture of an example. */
export async function draw({ code }) {
  const { paths: drawn, ...given } = marks(await runExample(code, { log() {} }));
  const attributes = { xmlns: 'http://www.w3.org/2000/svg', width: 260, height: 260, ...given };
  const tag = (name, values) =>
    `<${[name, ...Object.entries(values).map(([key, value]) => `${key}="${value}"`)].join(' ')}`;
  return `${tag('svg', attributes)}>\n${drawn.map((path) => `${tag('path', path)}/>\n`).join('')}</svg>\n`;
}

/** The picture of that name that docs/pictures/ has now. */
export const pictureNow = (name) => readFileSync(fromRoot('docs', 'pictures', `${name}.svg`), 'utf8');

whenStarted(import.meta.url, async () => {
  mkdirSync(fromRoot('docs', 'pictures'), { recursive: true });
  for (const picture of pictures())
    writeFileSync(fromRoot('docs', 'pictures', `${picture.name}.svg`), await draw(picture));
});
