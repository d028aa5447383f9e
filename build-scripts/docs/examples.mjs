// Examples of the documentation as modules that a page imports. The content security policy refuses code from strings, so each block is a file.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { fromRoot } from '../tools.mjs';

const block = /^```js\n([\s\S]*?)^```$/gm;
const statement = /^import \{ ([^}]+) \} from '([^']+)';\n/gm;
/** Paths of the package's entries beside the modules. */
const places = { 'trip-wasm': '../package/index.js', 'trip-wasm/trainer': '../package/trainer.js' };

const importsOf = (code) => [...code.matchAll(statement)].map(([, names, from]) => ({ names, from }));

/** Whether a browser can run a block: it imports the package and nothing else. */
export const isRunnable = (language, code) =>
  language === 'js' && importsOf(code).length > 0 && importsOf(code).every(({ from }) => places[from]);

/** Name of the module of a block: changed code gets another name, so that no cache is stale. */
export const exampleName = (code) => createHash('sha256').update(code).digest('hex').slice(0, 10);

/** The runnable blocks of a Markdown file. */
export const runnableBlocks = (markdown) =>
  [...markdown.matchAll(block)].map(([, code]) => code).filter((code) => isRunnable('js', code));

/**
 * The module of a block: a function that runs the code with the given console and resolves to its points, or to undefined. `entries` has
 * the paths of imported names; a name without one is imported unchanged.
 */
export function exampleModule(code, entries = places) {
  const imports = importsOf(code).map(({ names, from }) => `import { ${names} } from '${entries[from] ?? from}';\n`);
  const body = code.replaceAll(statement, '').trim();
  const result = /^const points =/m.test(body) ? '\nreturn points;' : '';
  return `${imports.join('')}export default async function run(console) {\n${body}${result}\n}\n`;
}

/** Runs a block in this process of Node with the package in dist/, and resolves to its points, or to undefined. */
export async function runExample(code, console) {
  const folder = fromRoot('build', 'docs-examples');
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/${exampleName(code)}.mjs`;
  writeFileSync(file, exampleModule(code, {}));
  const { default: example } = await import(pathToFileURL(file).href);
  return example(console);
}
