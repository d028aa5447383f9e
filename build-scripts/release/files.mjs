/** The files of a release, in build/release/. */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot, heading, run } from '../tools.mjs';

const place = (...parts) => fromRoot('build', 'release', ...parts);

/** The page as an archive with the same bytes on every machine: names in order, no times, no owners. */
async function archivePage(folder, name) {
  const fixed = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=a=rX,u+w'];
  const archive = place(name.replace(/\.gz$/, ''));
  await run('tar', [...fixed, '--format=ustar', '-cf', archive, '-C', folder, 'site']);
  await run('gzip', ['-9', '-n', '-f', archive]);
}

function writeChecksums() {
  const lines = readdirSync(place())
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(place(name)))
          .digest('hex')}  ${name}`,
    );
  writeFileSync(place('SHA256SUMS'), `${lines.join('\n')}\n`);
}

function printSizes(folder) {
  heading('Sizes, bytes');
  for (const name of readdirSync(place()).sort())
    console.log(`${String(readFileSync(place(name)).length).padStart(10)}  ${name}`);
  console.log('\nkB of gzip, and the budget');
  for (const { name, gzip, budget } of JSON.parse(readFileSync(join(folder, 'build', 'size.json'), 'utf8')))
    console.log(`${(gzip / 1000).toFixed(1).padStart(10)}  ${String(budget ?? '').padStart(7)}  ${name.trim()}`);
}

/** Copies what a build made into build/release/, with notes and checksums; resolves to the path of the tarball. */
export async function collect({ folder, tarball }, { version, notes }) {
  rmSync(place(), { recursive: true, force: true });
  mkdirSync(place(), { recursive: true });
  copyFileSync(join(folder, tarball), place(tarball));
  copyFileSync(join(folder, 'site', 'trip.html'), place(`trip-${version}.html`));
  for (const name of readdirSync(join(folder, 'build', 'sbom')))
    copyFileSync(join(folder, 'build', 'sbom', name), place(name));
  await archivePage(folder, `trip-wasm-page-${version}.tar.gz`);
  writeChecksums();
  // Not an asset of a release, but the text beside the assets.
  writeFileSync(fromRoot('build', 'release-notes.md'), `${notes}\n`);
  printSizes(folder);
  heading('SHA-256');
  console.log(readFileSync(place('SHA256SUMS'), 'utf8').trim());
  return place(tarball);
}
