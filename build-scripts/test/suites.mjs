// The suites of tests, and what a name on the command line stands for: pieces of work, each a file, a program or a check.
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { checks } from '../check.mjs';
import { wasmPresets } from '../cmake.mjs';
import { Failure, filesBelow, fromRoot } from '../tools.mjs';
import { runCheck, runFile, runGtest, runTogether } from './run.mjs';

const wildcard = (pattern) =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}(\\.test\\.mjs)?$`);

/**
 * The tests of C++ of some presets. A filter is that of GoogleTest; tests with parameters begin with a name of their own. `without` are
 * tests that no filter names.
 */
const gtest =
  (presets, { filter = '*', program = 'trip_tests', without = '' } = {}) =>
  (suite, chosen = filter) =>
    presets.map((preset) => ({
      suite: `C++ ${preset}${chosen === '*' ? '' : ` ${chosen}`}`,
      name: preset,
      needs: [preset],
      run: () => runGtest(preset, program, chosen === '*' ? `*${without}` : `${chosen}:*/${chosen}`),
      again: (failed) => (failed.length > 0 ? failed.map((test) => `${suite}/${test}`) : [suite]),
    }));

/**
 * Long tests that the gate leaves to the native and the SIMD build: the fingerprints show that the scalar build has the same bits.
 * A filter, such as that of `golden`, runs them in all builds.
 */
const elsewhere = '-GoldenSpiral.*:*Recovery.*:BitsDoNotDependOnTheCache.*';

/** The files directly in folders under tests/; `more` says what single ones need besides. */
const files =
  (folders, needs, more = {}) =>
  (suite, chosen = '*') =>
    folders.flatMap((folder) =>
      filesBelow(`tests/${folder}`)
        .filter((file) => file.endsWith('.test.mjs') && dirname(file) === fromRoot('tests', folder))
        .filter((file) => wildcard(chosen).test(basename(file)))
        .map((file) => {
          const name = basename(file, '.test.mjs');
          const again = [`${suite}/${name}`];
          return {
            suite: `tests/${folder}`,
            name,
            file,
            needs: [...needs, ...(more[name] ?? [])],
            run: () => runFile(file),
            again: () => again,
          };
        }),
    );

/** Processes among which files that need a browser are shared out: starting it and opening the first page takes as long as a short file. */
const browsers = 4;

/** The files of the page. Those that open it share a browser with others; single ones have their own. */
function site(suite, chosen) {
  const pieces = files(['site'], ['lib', 'site'])(suite, chosen);
  const opensPage = ({ file }) => readFileSync(file, 'utf8').includes('startBench');
  const opening = pieces.filter(opensPage);
  if (opening.length < 2) return pieces;
  const groups = Array.from({ length: browsers }, (_, at) => opening.filter((_, n) => n % browsers === at));
  const together = groups
    .filter((group) => group.length > 0)
    .map((group, at) => ({
      ...group[0],
      name: `browser ${at + 1}`,
      run: () =>
        runTogether(
          fromRoot('tests', 'site', 'together.mjs'),
          group.map(({ file }) => file),
        ),
      again: (failed) => failed.map((name) => `${suite}/${name}`),
    }));
  return [...together, ...pieces.filter((piece) => !opensPage(piece))];
}

const eachCheck = (_, chosen = '*') =>
  Object.entries(checks)
    .filter(([name]) => wildcard(chosen).test(name))
    .map(([name, check]) => ({
      suite: 'checks',
      name,
      needs: ['lib', 'site'],
      run: () => runCheck(check),
      again: () => [`check/${name}`],
    }));

const clang = gtest(['clang'], { filter: 'Fingerprint*', program: 'trip_fingerprint_tests' });

export const suites = {
  site,
  wasm: (suite, chosen) => [
    ...gtest(['wasm'], { without: elsewhere })(suite, chosen),
    ...gtest(['wasm-simd'])(suite, chosen),
  ],
  cpp: (suite, chosen) => [...gtest(['native'])(suite, chosen), ...(chosen ? [] : clang('clang'))],
  clang,
  cli: files(['cli'], ['lib']),
  lib: files(['lib'], ['lib'], { faults: ['faults'] }),
  package: files(['package'], ['lib']),
  docs: files(['docs'], ['lib', 'site']),
  experiments: files(['experiments'], ['lib', 'experiments']),
  check: eachCheck,
  table: files(['table'], ['lib']),
  rooms: files(['rooms'], []),
  formats: files(['formats'], ['lib']),
  properties: files(['properties'], ['lib']),
  golden: gtest(['native', ...wasmPresets], { filter: 'Golden*' }),
  asan: gtest(['asan']),
  timed: files(['lib/timed', 'site/timed'], ['lib', 'site']),
};

/** `npm test` without names. Long suites come first, so that short ones fill the end. */
export const gate = [
  'site',
  'wasm',
  'cpp',
  'cli',
  'lib',
  'package',
  'docs',
  'experiments',
  'check',
  'table',
  'formats',
  'properties',
  'rooms',
];

/** The pieces of `lib`, `lib/sweep` or `tests/lib/sweep.test.mjs`. */
export function piecesFor(name) {
  const [, suite, chosen] = /^(?:tests\/)?([^/]+)(?:\/(.+))?$/.exec(name) ?? [];
  if (!Object.hasOwn(suites, suite ?? ''))
    throw new Failure(`There is no suite of tests called ${name}; there are ${Object.keys(suites).join(', ')}.`);
  const pieces = suites[suite](suite, chosen);
  if (pieces.length === 0) throw new Failure(`There are no tests called ${name}.`);
  return pieces;
}
