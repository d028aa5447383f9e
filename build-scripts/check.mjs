// Style, types and the packed package. node build-scripts/check.mjs [--fix]
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { setup } from './setup.mjs';
import { checkSizes } from './size-report.mjs';
import { Failure, filesBelow, fromRoot, good, run, runTool, whenStarted } from './tools.mjs';

const cppFiles = () => filesBelow('cpp', 'tests/cpp').filter((file) => /\.(cpp|h)$/.test(file));

/**
 * publint and arethetypeswrong look at what would be published, so at the packed files and not at the folder. Files that are no
 * code have no types.
 */
async function lintPackage() {
  const folder = fromRoot('build', 'pack');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { capture: true });
  const [tarball] = filesBelow('build/pack');
  await runTool('publint', ['run', tarball, '--strict'], { capture: true });
  const plain = ['./core.wasm', './core-simd.wasm', './package.json'];
  const options = ['--profile', 'esm-only', '--exclude-entrypoints', ...plain];
  await runTool('attw', [tarball, ...options], { capture: true });
}

/** The lock file must not say where a package was downloaded from: that differs from machine to machine. */
async function lintLockFile() {
  const lock = readFileSync(fromRoot('package-lock.json'), 'utf8');
  if (/"resolved"|https?:\/\/[^"]*\.tgz/.test(lock)) throw new Failure('package-lock.json holds download addresses.');
}

/** tsc notes which files it has checked, and checks only those again that have changed, or whose imports have. */
const checkTypes = (room) => () => {
  const notes = ['--incremental', '--tsBuildInfoFile', fromRoot('build', 'types-checked', `${room}.json`)];
  return runTool('tsc', ['--project', `web/${room}`, '--noEmit', ...notes], { capture: true });
};

export const checks = {
  biome: () => runTool('biome', ['ci', '--error-on-warnings', '.'], { capture: true }),
  'clang-format': () => run('clang-format', ['--dry-run', '--Werror', ...cppFiles()], { capture: true }),
  'types of the package': checkTypes('lib'),
  'types of the command': checkTypes('cli'),
  'types of the drawing': checkTypes('draw'),
  'types of the experiments': checkTypes('experiments'),
  'types of the page': () =>
    runTool('svelte-check', ['--workspace', 'web/site', '--tsconfig', 'tsconfig.json', '--fail-on-warnings'], {
      capture: true,
    }),
  'packed package': lintPackage,
  'lock file': lintLockFile,
  'size budgets': checkSizes,
};

/** Runs all checks; what a failing one has to say is printed. Resolves to the counts. */
export async function runChecks() {
  const failures = [];
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.push(`${error.message}\n✖ ${name}`);
    }
  }
  const failed = failures.length;
  return { passed: Object.keys(checks).length - failed, failed, output: failures.join('\n') };
}

async function fix() {
  await runTool('biome', ['check', '--write', '.']);
  await run('clang-format', ['-i', ...cppFiles()]);
}

whenStarted(import.meta.url, async () => {
  await setup('test');
  if (process.argv.includes('--fix')) await fix();
  const { passed, failed, output } = await runChecks();
  if (failed > 0) throw new Failure(`${output}\n${passed} passed, ${failed} failed`);
  good(`${passed} passed, 0 failed`);
});
