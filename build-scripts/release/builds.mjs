/** A build of the committed files in a folder of its own, and the comparison of two. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, fromRoot, run } from '../tools.mjs';

/** Settings of this checkout in the environment that npm gives its scripts; they would reach the other checkout. */
const foreign = Object.keys(process.env).filter((name) =>
  /^npm_(config_(local_prefix|prefix)|package_|lifecycle_)/.test(name),
);

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** All files below a folder by their path, with hash and size, in a fixed order. */
function filesOf(folder, start) {
  return readdirSync(join(folder, start), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
    .map((path) => {
      const content = readFileSync(join(folder, path));
      return { path, hash: sha256(content), bytes: content.length };
    });
}

/**
 * Builds package, page and bills of materials from the files of a commit. Resolves to the folder and the files that are shipped
 * or published: the tarball of the package and everything in site/ and build/sbom/.
 */
export async function buildIn(folder, { commit, env, sameCore = false }) {
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, 'committed.tar');
  await run('git', ['-c', 'safe.directory=*', 'archive', '--format=tar', '--output', archive, commit]);
  await run('tar', ['-xf', archive, '--exclude', 'committed.tar'], { cwd: folder });
  if (sameCore) useCoreOf(folder);
  const own = { ...env, ...Object.fromEntries(foreign.map((name) => [name, undefined])), INIT_CWD: folder };
  const node = (...args) => run(process.execPath, args, { cwd: folder, env: own, capture: true });
  await node(join('build-scripts', sameCore ? 'release/build-without-core.mjs' : 'build.mjs'));
  await node(join('build-scripts', 'sbom.mjs'));
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout } = await run('npm', packing, { cwd: folder, env: own, capture: true });
  const [{ filename }] = JSON.parse(stdout);
  const tarball = readFileSync(join(folder, filename));
  const files = [
    { path: filename, hash: sha256(tarball), bytes: tarball.length },
    ...filesOf(folder, 'dist'),
    ...filesOf(folder, 'site'),
    ...filesOf(folder, join('build', 'sbom')),
  ];
  return { folder, tarball: filename, files, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
}

function useCoreOf(folder) {
  const core = fromRoot('build', 'core');
  if (!existsSync(core)) throw new Failure('--same-core needs build/core: npm run build:wasm makes it.');
  cpSync(core, join(folder, 'build', 'core'), { recursive: true });
}

/** The first place where two files differ, and what is there. */
function firstDifference(one, other) {
  const [a, b] = [one, other].map((file) => readFileSync(file));
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  const around = (bytes) => JSON.stringify(bytes.subarray(Math.max(0, at - 40), at + 60).toString('latin1'));
  return `at byte ${at}: ${around(a)} and ${around(b)}`;
}

/** A line for each file that only one build has, or whose bytes differ. */
export function differencesOf(one, other) {
  const [a, b] = [one, other].map(({ files }) => new Map(files.map(({ path, hash }) => [path, hash])));
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((path) => {
    if (!a.has(path) || !b.has(path)) return [`${path} is only in ${a.has(path) ? one.folder : other.folder}`];
    if (a.get(path) === b.get(path)) return [];
    return [`${path} differs ${firstDifference(join(one.folder, path), join(other.folder, path))}`];
  });
}
