// The notices of the code of others that package and page contain, which their licences ask for: THIRD-PARTY.txt.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure, fromRoot } from './tools.mjs';

/** The npm package of a bundled module; undefined for modules of the project. */
export const packageOf = (id) =>
  /.*[/\\]?node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(id)?.[1].replaceAll('\\', '/');

/** The packages of some modules, sorted. */
export const packagesOf = (ids) => [...new Set(ids.flatMap((id) => packageOf(id) ?? []))].sort();

const rule = `\n\n${'-'.repeat(80)}\n\n`;

/** The licence of a package; one that names MIT and has no file with its terms gets them from the file of this project, which is the same. */
function licenceText(folder, { name, license, author }) {
  const file = readdirSync(folder).find((own) => /^licen[cs]e(\.\w+)?$/i.test(own));
  if (file) return readFileSync(`${folder}/${file}`, 'utf8').trim();
  const owner = author?.name ?? author;
  if (license !== 'MIT' || !owner) throw new Failure(`${name} has no licence to ship.`);
  return readFileSync(fromRoot('LICENSE'), 'utf8')
    .replace(/^Copyright .*$/m, `Copyright (c) ${owner}`)
    .trim();
}

/** A bundled npm package: name, version, licence (SPDX), address and the text of its licence. */
export function npmComponent(name) {
  const folder = fromRoot('node_modules', ...name.split('/'));
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const { version, license, homepage } = manifest;
  return { name, version, license, url: homepage, text: licenceText(folder, manifest) };
}

function noticeOf(name) {
  const { version, license, url, text } = npmComponent(name);
  return `${name} ${version}${url ? ` (${url})` : ''}, ${license}\n\n${text}`;
}

/** SPDX's names of the licences in native-notices.txt. */
const spdx = {
  MIT: 'MIT',
  'Mozilla Public License 2.0': 'MPL-2.0',
  'Apache License 2.0 with LLVM Exceptions': 'Apache-2.0 WITH LLVM-exception',
};
const nativeNotices = () => readFileSync(fromRoot('build-scripts', 'native-notices.txt'), 'utf8').trim();

/** The code inside the WebAssembly binaries, from the first lines of native-notices.txt: name, licence (SPDX), address. */
export function nativeComponents() {
  return nativeNotices()
    .split(rule)
    .flatMap((notice) => {
      const [, names, url, licence] = /^(.*) \((\S+)\), (.*)$/m.exec(notice) ?? [];
      if (!Object.hasOwn(spdx, licence ?? ''))
        throw new Failure(`native-notices.txt: no known licence in "${notice.split('\n')[0]}".`);
      return names.split(/, | and /).map((name) => ({ name, url, license: spdx[licence] }));
    });
}

/** The text of all notices: of these packages, and of the code inside the WebAssembly binaries. */
export function noticesFor(packages) {
  const heading = `trip-wasm contains code of others, under these licences.`;
  return `${[heading, ...packages.map(noticeOf), nativeNotices()].join(rule)}\n`;
}

/** The list of the npm packages in a part of what is shipped (package, page, documentation), which its build leaves for the bill of materials. */
export const listOf = (part) => fromRoot('build', 'bundled', `${part}.json`);

export function writeList(part, packages) {
  mkdirSync(dirname(listOf(part)), { recursive: true });
  writeFileSync(listOf(part), `${JSON.stringify(packages)}\n`);
}

export const readList = (part) => JSON.parse(readFileSync(listOf(part), 'utf8'));

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
  const packages = await packagesOfDist();
  writeList('package', packages);
  writeFileSync(fromRoot('dist', 'THIRD-PARTY.txt'), noticesFor(packages));
}

/** The comment at the beginning of a bundle that contains packages. */
export const bannerOf = (packages) =>
  packages.length > 0 ? `/*! contains ${packages.join(', ')}: see THIRD-PARTY.txt */\n` : '';

/** Plugin of Vite for the documentation: keeps the list of the packages in the files that browsers load. */
export function listDocumented() {
  const found = new Set();
  let forBrowsers;
  return {
    name: 'list-packages',
    apply: 'build',
    configResolved({ build }) {
      forBrowsers = !build.ssr;
    },
    generateBundle(_, bundle) {
      if (!forBrowsers) return;
      for (const { moduleIds = [] } of Object.values(bundle)) for (const name of packagesOf(moduleIds)) found.add(name);
      writeList('documentation', [...found].sort());
    },
  };
}

/** The list of packages that a build of the page leaves for {@link finishNotices}. */
const listFile = fromRoot('site', 'packages.json');
const place = '<!--third-party-->';

/** Writes site/THIRD-PARTY.txt, and the same text into the page as one file, which is passed on alone. */
export function finishNotices() {
  const packages = JSON.parse(readFileSync(listFile, 'utf8'));
  writeList('page', packages);
  const text = noticesFor(packages);
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
