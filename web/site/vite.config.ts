import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { type BuildEnvironmentOptions, defineConfig, type Plugin } from 'vite';
import { hostedHead } from './hosted-head.ts';
import { oneFile } from './one-file.ts';
import { listPackages } from './third-party.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const dist = (file: string) => path(`../../dist/${file}`);

/**
 * Puts all modules that the first picture needs into two files: those that the workers need too, and all others. Otherwise the bundler
 * groups them by the later parts that also import them, and many small files are larger together.
 */
const firstInTwo: BuildEnvironmentOptions['rolldownOptions'] = {
  output: {
    codeSplitting: {
      groups: [
        { name: 'library', test: /\/dist\/(common|core|core-module|data|model|sweep|workers)\b/, priority: 2 },
        { name: 'first', test: (id) => id !== dist('worker.js'), tags: ['$initial'], priority: 1 },
      ],
    },
  },
};

/** Files that parts of the page load beside their own. Firefox reports an error for the preload of a script that runs already. */
const laterFiles = (_file: string, needed: string[], { hostType }: { hostType: 'html' | 'js' }) =>
  hostType === 'html' ? needed : needed.filter((file) => !/(^|\/)(index|library)-[^/]*\.js$/.test(file));

/**
 * Makes the script of the workers one of the page's own chunks. Vite would bundle it separately, and the page would load the modules that both
 * need twice.
 */
function sharedWorker(): Plugin {
  let worker: string;
  return {
    name: 'shared-worker',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      worker = this.emitFile({ type: 'chunk', id: dist('worker.js'), name: 'worker' });
    },
    transform(code, id) {
      if (id !== dist('core/parts.js')) return undefined;
      const own = "new URL('../worker.js', import.meta.url)";
      if (!code.includes(own)) this.error(`${id} does not contain ${own}`);
      return { code: code.replace(own, `import.meta.ROLLUP_FILE_URL_${worker}`), map: null };
    },
  };
}

/** One script that is no module; `import.meta`, which Vite adds for loading modules, has no meaning there. */
const classicScript = {
  output: { format: 'iife', codeSplitting: false },
  transform: { define: { 'import.meta': '{}' } },
} as const;

/**
 * The part of the package that the worker for tables uses. The entries would bring the loading of WebAssembly along, and in the one file a
 * second copy of it.
 */
function datasetsOnly(): Plugin {
  const code = [
    `export { datasetOf as dataset } from ${JSON.stringify(dist('data/rows.js'))};`,
    `export { TripError } from ${JSON.stringify(dist('common/errors.js'))};`,
  ];
  const entries = ['index.js', 'single.js'].map(dist);
  return {
    name: 'datasets-only',
    enforce: 'pre',
    load: (id) => (entries.includes(id) ? code.join('\n') : undefined),
  };
}

/** `--mode one-file` writes a second page beside the hosted one: the same page in one file. */
export default defineConfig(({ mode }) => {
  const single = mode === 'one-file';
  return {
    root: path('.'),
    base: './',
    publicDir: single ? false : 'public',
    plugins: [
      svelte(),
      single
        ? oneFile('trip.html')
        : [sharedWorker(), listPackages(), hostedHead(path('../../build/still.html'), process.env.TRIP_SITE_URL)],
    ],
    resolve: {
      alias: [
        {
          find: /^table-worker$/,
          replacement: `${path('importing/table-worker.ts')}?worker${single ? '&inline' : ''}`,
        },
        { find: /^recording$/, replacement: path('../../build/recording.json') },
        { find: /^trip-wasm$/, replacement: dist(single ? 'single.js' : 'index.js') },
        { find: /^trip-wasm\/trainer$/, replacement: dist(single ? 'single.js' : 'trainer.js') },
      ],
    },
    // A worker inside of the one file cannot load parts.
    worker: { format: single ? 'iife' : 'es', plugins: () => [datasetsOnly()] },
    build: {
      outDir: path('../../site'),
      emptyOutDir: !single,
      target: 'es2022',
      assetsInlineLimit: 0,
      cssCodeSplit: !single,
      // The polyfill would serve only browsers that cannot run the page's workers either.
      modulePreload: single ? false : { polyfill: false, resolveDependencies: laterFiles },
      rolldownOptions: single ? classicScript : firstInTwo,
    },
  };
});
