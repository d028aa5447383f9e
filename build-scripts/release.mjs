// Checks and makes a release: npm run release -- --dry [--same-core] [--keep]
// Compares version and changelog, builds package and page twice from the committed files in two folders, requires the same bytes, and
// writes build/release/: tarball, page, page as one file, bills of materials, notes, SHA-256 checksums. Takes about ten minutes.
//   --dry        ends with npm publish --dry-run; without it the tag of the version must be checked out, and the tarball is published
//   --same-core  compiles no WebAssembly: both builds use that of this checkout
//   --keep       keeps the folders of the two builds
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import util from 'node:util';
import { buildIn, differencesOf } from './release/builds.mjs';
import { changesOf, checkVersion, currentCommit, stateOfCheckout } from './release/checks.mjs';
import { collect } from './release/files.mjs';
import { publish, publishDry } from './release/publish.mjs';
import { bad, Failure, good, heading, seconds, whenStarted } from './tools.mjs';

/** The two builds differ in their times, and in folder, time zone and language. */
const places = [
  { folder: 'a', env: { TZ: 'UTC', LC_ALL: 'C' } },
  { folder: join('second-build', 'nested'), env: { TZ: 'Asia/Tokyo', LC_ALL: 'C.UTF-8' } },
];

async function buildTwice(base, sameCore) {
  // Somebody may commit meanwhile.
  const commit = await currentCommit();
  const built = [];
  for (const { folder, env } of places) {
    const start = performance.now();
    heading(`Build in ${folder}`);
    built.push(await buildIn(join(base, folder), { commit, env, sameCore }));
    console.log(`built: ${seconds(start)}`);
  }
  const differences = differencesOf(...built);
  for (const difference of differences) bad(difference);
  if (differences.length > 0) throw new Failure(`The two builds differ in ${differences.length} files.`);
  const { files, bytes } = built[0];
  good(`The two builds are equal: ${files.length} files, ${bytes} bytes.`);
  return built[0];
}

whenStarted(import.meta.url, async () => {
  const { values } = util.parseArgs({
    options: { dry: { type: 'boolean' }, 'same-core': { type: 'boolean' }, keep: { type: 'boolean' } },
  });
  if (values['same-core'] && !values.dry)
    throw new Failure('--same-core is for --dry: a release compiles the core of its commit.');
  heading('Version');
  const version = checkVersion();
  const changes = changesOf(version);
  const open = [...changes.problems, ...(await stateOfCheckout(version))];
  for (const problem of open) console.log(`${values.dry ? 'before a release' : 'refused'}: ${problem}`);
  if (open.length > 0 && !values.dry) throw new Failure('Nothing was built or published.');
  const base = mkdtempSync(join(tmpdir(), 'trip-release-'));
  try {
    const built = await buildTwice(base, values['same-core']);
    const tarball = await collect(built, { version, notes: changes.text });
    await (values.dry ? publishDry(tarball) : publish(tarball));
  } finally {
    if (values.keep) console.log(`kept: ${base}`);
    else rmSync(base, { recursive: true, force: true });
  }
});
