/** The packed package in a consumer's project, and pages of that project in Chromium. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../../build-scripts/chromium.mjs';
import { serve } from '../../build-scripts/serve.mjs';
import { filesBelow, fromRoot, hashFiles } from '../../build-scripts/tools.mjs';
import { listen, successor } from '../site/support.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const { spiral } = JSON.parse(readFileSync(join(root, 'tests', 'fingerprints.json')));

/** The fit that every consumer must repeat bit for bit. */
export const { fingerprint } = spiral;
export const trained = { simd: true, here: fingerprint, worker: fingerprint };

const packed = ['dist', 'package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];

/**
 * A folder with the tarball of `npm publish` and an empty project that has it installed, offline. All files of tests share it as long
 * as the package is the same: the first one makes it, under another name until it is complete, since two may do so at a time.
 */
function sharedFolder() {
  const key = hashFiles(filesBelow(...packed, 'tests/package/support.mjs'), process.version).slice(0, 16);
  const shared = fromRoot('build', 'consumers', key);
  if (existsSync(shared)) return shared;
  const own = `${shared}-${process.pid}`;
  const project = join(own, 'project');
  mkdirSync(project, { recursive: true });
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', own];
  const [{ filename }] = JSON.parse(execFileSync('npm', packing, { cwd: root, encoding: 'utf8' }));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const args = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(own, filename)];
  execFileSync('npm', args, { cwd: project, stdio: 'pipe' });
  try {
    renameSync(own, shared);
  } catch {
    rmSync(own, { recursive: true });
  }
  const current = [key, `${key}-`];
  for (const name of readdirSync(dirname(shared)))
    if (!current.some((start) => name.startsWith(start))) rmSync(join(dirname(shared), name), { recursive: true });
  return shared;
}

/** The path of the tarball. */
export function tarballPath() {
  const folder = sharedFolder();
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz')),
  );
}

/** A project outside this repository that has only the installed package, for one file of tests. */
export function createProject() {
  const folder = mkdtempSync(join(tmpdir(), 'trip-consumer-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(sharedFolder(), 'project'), folder, { recursive: true, verbatimSymlinks: true });
  cpSync(join(here, 'apps'), join(folder, 'apps'), { recursive: true });
  const { options, spiral: data } = spiral;
  const entry = `export const options = ${JSON.stringify(options)};\nexport const spiral = ${JSON.stringify(data)};\n`;
  writeFileSync(join(folder, 'apps', 'entry.js'), entry);
  return folder;
}

/** Writes index.html into a folder: a page that has only this script. */
export function writePage(folder, script, { policy, head = '' } = {}) {
  mkdirSync(folder, { recursive: true });
  const csp = policy ? `<meta http-equiv="Content-Security-Policy" content="${policy}">` : '';
  const icon = '<link rel="icon" href="data:,">';
  const start = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Consumer</title>${icon}`;
  writeFileSync(join(folder, 'index.html'), `${start}${csp}${head}${script}</html>`);
}

export const moduleScript = (src) => `<script type="module" src="${src}"></script>`;

/** One Chromium for the tests of a file. Its pages follow each other in one process, which has compiled the WebAssembly. */
export async function openBrowser() {
  const browser = await launchChromium();
  after(() => browser.close());
  let next;
  return {
    /** The report of an app on the page at `url`; other console messages and requests to other origins are failures. */
    async outcome(url, { origins = [], expected = /$^/ } = {}) {
      const page = next ?? (await (await browser.newContext()).newPage());
      next = undefined;
      const heard = listen(page, url, ...origins);
      await page.goto(url);
      await page
        .waitForFunction(() => globalThis.outcome !== undefined, null, { timeout: 60_000 })
        .catch((error) => {
          assert.fail(`${error.message}\n${heard.join('\n')}`);
        });
      const outcome = await page.evaluate(() => globalThis.outcome);
      next = await successor(page);
      const unexpected = heard.filter((line) => !expected.test(line));
      assert.deepEqual(unexpected, [], `${unexpected.join('\n')}\n${JSON.stringify(outcome)}`);
      return outcome;
    },
    /** The same for a folder, which is served first. */
    async outcomeOf(folder, { query = '', serving = {}, ...options } = {}) {
      const server = await serve(folder, serving);
      try {
        return await this.outcome(server.url + query, options);
      } finally {
        await server.close();
      }
    },
  };
}
