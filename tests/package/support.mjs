/** The packed package in a consumer's project, and pages of that project in Chromium. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../../build-scripts/chromium.mjs';
import { serve } from '../../build-scripts/serve.mjs';
import { listen } from '../site/support.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const { spiral } = JSON.parse(readFileSync(join(root, 'tests', 'fingerprints.json')));

/** The fit that every consumer must repeat bit for bit. */
export const { fingerprint } = spiral;
export const trained = { simd: true, here: fingerprint, worker: fingerprint };

/** Packs the files of `npm publish`; returns the path of the tarball. */
export function pack(folder) {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }));
  return join(folder, filename);
}

/** Creates an empty project outside this repository and installs the package from its tarball, offline, for one file of tests. */
export function createProject() {
  const folder = mkdtempSync(join(tmpdir(), 'trip-consumer-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const args = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', pack(folder)];
  execFileSync('npm', args, { cwd: folder, stdio: 'pipe' });
  cpSync(join(here, 'apps'), join(folder, 'apps'), { recursive: true });
  const { options, spiral: data } = spiral;
  const entry = `export const options = ${JSON.stringify({ restarts: 1, ...options })};\nexport const spiral = ${JSON.stringify(data)};\n`;
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

/** One Chromium for the tests of a file. */
export async function openBrowser() {
  const browser = await launchChromium();
  after(() => browser.close());
  return {
    /** The report of an app on the page at `url`; other console messages and requests to other origins are failures. */
    async outcome(url, { origins = [], expected = /$^/ } = {}) {
      const page = await browser.newPage();
      const heard = listen(page, url, ...origins);
      await page.goto(url);
      await page
        .waitForFunction(() => globalThis.outcome !== undefined, null, { timeout: 60_000 })
        .catch((error) => {
          assert.fail(`${error.message}\n${heard.join('\n')}`);
        });
      const outcome = await page.evaluate(() => globalThis.outcome);
      await page.close();
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
