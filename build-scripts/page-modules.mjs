// Loads the page's modules without a DOM, for tests without a browser and for the build.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesBelow, fromRoot, hashFiles } from './tools.mjs';

/** Modules for Node, by the hash of their sources. */
const folder = fromRoot('build', 'page-modules');
const rooms = ['web/site', 'web/draw', 'web/experiments', 'web/table', 'web/formats', 'web/cli/progress.ts'];
/** Files that modules of the page contain as text. */
const texts = ['tests/data', 'docs/reproduction'];
/** The scripts that start the page or its bundler. */
const starts = ['main.ts', 'one-file.ts', 'third-party.ts', 'vite.config.ts'].map((name) =>
  fromRoot('web', 'site', name),
);

const nameOf = (file) => relative(fromRoot('web'), file).replace(/\.ts$/, '').replaceAll('\\', '/');

/** Compiles all modules, as the page's bundler does, into the folder. The package stays outside, so that it has one copy. */
async function compile(outDir) {
  // Vite exists only after the setup.
  const { build } = await import('vite');
  const entries = filesBelow(...rooms).filter((file) => /(?<!\.d)\.ts$/.test(file) && !starts.includes(file));
  const outside = [fromRoot('dist'), fromRoot('build', 'recording.json')];
  await build({
    root: fromRoot('web', 'site'),
    configFile: fromRoot('web', 'site', 'vite.config.ts'),
    mode: 'test',
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: Object.fromEntries(entries.map((file) => [nameOf(file), file])),
        external: (id) => outside.some((path) => id.startsWith(path)),
        preserveEntrySignatures: 'strict',
        output: {
          codeSplitting: undefined,
          preserveModules: true,
          preserveModulesRoot: fromRoot('web'),
          entryFileNames: '[name].js',
        },
      },
    },
  });
}

/** The folder of the compiled modules; compiles them if the sources have changed. Several processes may do so at once. */
async function compiled() {
  const config = ['package-lock.json', 'build-scripts/page-modules.mjs'];
  const hash = hashFiles(filesBelow(...rooms, ...texts, ...config)).slice(0, 16);
  const ready = join(folder, hash);
  if (existsSync(ready)) return ready;
  mkdirSync(folder, { recursive: true });
  const old = readdirSync(folder);
  const own = mkdtempSync(join(folder, 'new-'));
  await compile(own);
  try {
    renameSync(own, ready);
  } catch {
    // Another process was faster.
    rmSync(own, { recursive: true });
  }
  for (const name of old.filter((name) => !name.startsWith('new-')))
    rmSync(join(folder, name), { recursive: true, force: true });
  return ready;
}

/** Loads modules by path in web/site, or below web/ without a leading slash. */
export async function loadModules(...paths) {
  const from = await compiled();
  const load = (path) => {
    const name = (path.startsWith('/') ? `site${path}` : path).replace(/\.ts$/, '.js');
    return import(pathToFileURL(join(from, name)));
  };
  return { modules: await Promise.all(paths.map(load)) };
}
