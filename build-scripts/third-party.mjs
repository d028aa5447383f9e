// The notices of the code of others that package and page contain, which their licences ask for: THIRD-PARTY.txt.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Failure, fromRoot } from './tools.mjs';

/** The npm package of a bundled module; undefined for modules of the project. */
export const packageOf = (id) =>
  /.*[/\\]?node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(id)?.[1].replaceAll('\\', '/');

/** The packages of some modules, sorted. */
export const packagesOf = (ids) => [...new Set(ids.flatMap((id) => packageOf(id) ?? []))].sort();

const rule = `\n\n${'-'.repeat(80)}\n\n`;

function noticeOf(name) {
  const folder = fromRoot('node_modules', ...name.split('/'));
  const { version, license, homepage = '' } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((own) => /^licen[cs]e(\.\w+)?$/i.test(own));
  if (file === undefined) throw new Failure(`${name} has no licence to ship.`);
  const text = readFileSync(`${folder}/${file}`, 'utf8').trim();
  return `${name} ${version}${homepage && ` (${homepage})`}, ${license}\n\n${text}`;
}

/** The text of all notices: of these packages, and of the code inside the WebAssembly binaries. */
export function noticesFor(packages) {
  const heading = `trip-wasm contains code of others, under these licences.`;
  const native = readFileSync(fromRoot('build-scripts', 'native-notices.txt'), 'utf8').trim();
  return `${[heading, ...packages.map(noticeOf), native].join(rule)}\n`;
}

/** The npm packages in the bundles of dist/: everything that these entries reach, except what their users install. */
export async function packagesOfDist() {
  const { build } = await import('esbuild');
  const entries = [
    'cli/main',
    'table/index',
    'formats/index',
    'shards/index',
    'bullmq/index',
    'draw/index',
    'draw/dom/element',
  ];
  const { metafile } = await build({
    entryPoints: entries.map((entry) => fromRoot('web', `${entry}.ts`)),
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    outdir: fromRoot('build', 'nowhere'),
    external: ['trip-wasm', 'trip-wasm/*', '@resvg/*', 'bullmq', 'ioredis'],
    logLevel: 'error',
  });
  return packagesOf(Object.keys(metafile.inputs));
}

/** Writes dist/THIRD-PARTY.txt. */
export async function writeNotices() {
  writeFileSync(fromRoot('dist', 'THIRD-PARTY.txt'), noticesFor(await packagesOfDist()));
}

/** The comment at the beginning of a bundle that contains packages. */
export const bannerOf = (packages) =>
  packages.length > 0 ? `/*! contains ${packages.join(', ')}: see THIRD-PARTY.txt */\n` : '';

/** The list of packages that a build of the page leaves for {@link finishNotices}. */
const listFile = fromRoot('site', 'packages.json');
const place = '<!--third-party-->';

/** Writes site/THIRD-PARTY.txt, and the same text into the page as one file, which is passed on alone. */
export function finishNotices() {
  const text = noticesFor(JSON.parse(readFileSync(listFile, 'utf8')));
  writeFileSync(fromRoot('site', 'THIRD-PARTY.txt'), text);
  const page = fromRoot('site', 'trip.html');
  const source = readFileSync(page, 'utf8');
  if (!source.includes(place)) throw new Failure('site/trip.html has no place for the notices.');
  // A comment ends at the first such sequence.
  const comment = text.replace(/--(!?)>/g, '- -$1>');
  writeFileSync(
    page,
    source.replace(place, () => `<!--\n${comment}-->`),
  );
  rmSync(listFile);
}
