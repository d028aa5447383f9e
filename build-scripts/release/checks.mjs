/** Conditions of a release: version, changelog and checkout. */
import { readFileSync } from 'node:fs';
import { Failure, fromRoot, run } from '../tools.mjs';

const read = (name) => readFileSync(fromRoot(name), 'utf8');

/** The version of package.json, which lock file and citation must repeat. */
export function checkVersion() {
  const { version } = JSON.parse(read('package.json'));
  const lock = JSON.parse(read('package-lock.json'));
  const named = {
    'package-lock.json': lock.version,
    'package-lock.json, packages': lock.packages[''].version,
    'CITATION.cff': /^version: "?([^"\n]*)"?$/m.exec(read('CITATION.cff'))?.[1],
  };
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Failure(`package.json has the version ${version}.`);
  for (const [place, own] of Object.entries(named))
    if (own !== version) throw new Failure(`${place} has the version ${own}, package.json has ${version}.`);
  console.log(`version ${version}`);
  return version;
}

/**
 * The entry of a version in CHANGELOG.md: `## 1.2.3, 2030-01-31`, or `## 1.2.3, unreleased` until its day is known. An entry of another
 * form is a Failure; the missing day is one of the problems.
 */
export function changesOf(version, changelog = read('CHANGELOG.md')) {
  const [, first, ...others] = changelog.split(/^## /m);
  const [title, ...lines] = (first ?? '').split('\n');
  const [named, day] = title.trim().split(', ');
  if (named !== version)
    throw new Failure(`CHANGELOG.md begins with "${title}"; it needs an entry ## ${version}, <day>.`);
  if (others.some((entry) => entry.startsWith(`${version},`))) throw new Failure(`CHANGELOG.md has ${version} twice.`);
  const text = lines.join('\n').trim();
  if (text === '') throw new Failure(`The entry of ${version} in CHANGELOG.md is empty.`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day ?? '') && !Number.isNaN(Date.parse(day));
  if (!isDay && day !== 'unreleased')
    throw new Failure(`CHANGELOG.md: ${version} has the day "${day ?? ''}"; possible are YYYY-MM-DD and unreleased.`);
  return { text, problems: isDay ? [] : [`CHANGELOG.md calls ${version} unreleased; it needs its day.`] };
}

const git = async (...args) =>
  (await run('git', ['-c', 'safe.directory=*', ...args], { capture: true, check: false })).stdout.trim();

/** The commit that is checked out. */
export async function currentCommit() {
  const commit = await git('rev-parse', 'HEAD');
  if (commit === '') throw new Failure('A release is made from a checkout of git, with a commit.');
  return commit;
}

/** The conditions that the checkout does not meet, for a release of this version. */
export async function stateOfCheckout(version) {
  const problems = [];
  if (await git('status', '--porcelain'))
    problems.push('files are changed or new; the builds take the committed ones.');
  const tags = (await git('tag', '--points-at', 'HEAD')).split('\n');
  if (!tags.includes(`v${version}`)) problems.push(`this commit has no tag v${version}.`);
  return [...problems, ...repositoryProblems(JSON.parse(read('package.json')).repository)];
}

/** A publication with provenance is refused where package.json does not name the repository that builds it. */
export function repositoryProblems(repository, host = process.env.GITHUB_REPOSITORY) {
  const url = typeof repository === 'string' ? repository : repository?.url;
  if (!url) return ['package.json names no repository, which a publication with provenance needs.'];
  const named = /(?:^|[/:])([^/:]+\/[^/]+?)(?:\.git)?$/.exec(url)?.[1];
  return host && named !== host ? [`package.json names the repository ${named}, and this is ${host}.`] : [];
}
