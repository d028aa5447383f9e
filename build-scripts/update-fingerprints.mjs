// Rewrites tests/fingerprints.json with the results of the native build, after a change that is meant to change bits.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPreset } from './cmake.mjs';
import { setup } from './setup.mjs';
import { Failure, fromRoot, run, whenStarted } from './tools.mjs';

const file = fromRoot('tests', 'fingerprints.json');

/** Fingerprints that the test computed, from its record. */
async function computed() {
  const folder = mkdtempSync(join(tmpdir(), 'fingerprints-'));
  try {
    const output = join(folder, 'result.json');
    const binary = fromRoot('build', 'native', 'tests', 'cpp', 'trip_tests');
    const args = ['--gtest_filter=Fingerprint.IsTheSameInEveryBuild', `--gtest_output=json:${output}`];
    await run(binary, args, { capture: true, check: false });
    return JSON.parse(readFileSync(output, 'utf8')).testsuites[0].testsuite[0];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

whenStarted(import.meta.url, async () => {
  await setup('test');
  await buildPreset('native', ['trip_tests'], { tests: true });
  const seen = await computed();
  // Replaces text, so that the layout of the file stays.
  let text = readFileSync(file, 'utf8');
  for (const [name, { fingerprint }] of Object.entries(JSON.parse(text))) {
    if (!/^[0-9a-f]{16}$/.test(seen[name])) throw new Failure(`The test has computed no fingerprint for ${name}.`);
    console.log(`${name}: ${fingerprint === seen[name] ? 'unchanged' : `${fingerprint} -> ${seen[name]}`}`);
    const at = text.indexOf('"fingerprint"', text.indexOf(`"${name}": {\n    "about"`));
    text = text.slice(0, at) + text.slice(at).replace(fingerprint, seen[name]);
  }
  writeFileSync(file, text);
});
