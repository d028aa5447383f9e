/** The html, jsx and svelte blocks of the documentation in Chromium: pages unchanged, components built by Vite. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fromRoot } from '../../build-scripts/tools.mjs';
import { startBench } from '../site/support.mjs';
import { inLanguage } from './blocks.mjs';

const folder = fromRoot('build', 'docs-browser');
const entries = {
  jsx: `import { createRoot } from 'react-dom/client';
import { createElement, StrictMode } from 'react';
import Component from './Component.jsx';
createRoot(document.body).render(createElement(StrictMode, null, createElement(Component)));`,
  svelte: `import { mount } from 'svelte';
import Component from './Component.svelte';
mount(Component, { target: document.body });`,
};

/** Builds an application around each component into build/docs-browser. */
async function buildComponents(language) {
  const { build } = await import('vite');
  const { svelte } = await import('@sveltejs/vite-plugin-svelte');
  for (const [n, { code }] of inLanguage(language).entries()) {
    const root = `${folder}/src/${language}-${n}`;
    mkdirSync(root, { recursive: true });
    writeFileSync(`${root}/Component.${language}`, code);
    writeFileSync(`${root}/main.js`, entries[language]);
    writeFileSync(
      `${root}/index.html`,
      '<!doctype html><title>t</title><body></body><script type="module" src="./main.js"></script>',
    );
    await build({
      root,
      base: './',
      configFile: false,
      logLevel: 'error',
      plugins: language === 'svelte' ? [svelte({ configFile: false })] : [],
      build: { outDir: `${folder}/${language}-${n}`, target: 'es2022', modulePreload: { polyfill: false } },
    });
  }
}

let bench;
before(async () => {
  rmSync(folder, { recursive: true, force: true });
  const installed = `${folder}/node_modules/trip-wasm`;
  mkdirSync(installed, { recursive: true });
  cpSync(fromRoot('dist'), `${installed}/dist`, { recursive: true });
  cpSync(fromRoot('package.json'), `${installed}/package.json`);
  const vue = 'vue/dist/vue.esm-browser.prod.js';
  cpSync(fromRoot('node_modules', vue), `${folder}/node_modules/${vue}`);
  writeFileSync(`${folder}/favicon.ico`, '');
  for (const [n, { code }] of inLanguage('html').entries()) writeFileSync(`${folder}/html-${n}.html`, code);
  for (const language of Object.keys(entries)) await buildComponents(language);
  bench = await startBench({ folder: 'build/docs-browser' });
});
after(() => bench?.stop());

for (const language of ['html', ...Object.keys(entries)]) {
  for (const [n, { place }] of inLanguage(language).entries()) {
    test(`${language} of ${place}`, async () => {
      const path = language === 'html' ? `html-${n}.html` : `${language}-${n}/`;
      const { page, heard } = await bench.open('', { wait: '', path });
      const output = page.locator('output');
      await output.filter({ hasText: /accuracy/ }).waitFor({ timeout: 60_000 });
      const accuracy = Number((await output.textContent()).replace('accuracy', ''));
      assert.ok(accuracy > 0.6 && accuracy <= 1, await output.textContent());
      assert.deepEqual(heard, []);
      await bench.tidy();
    });
  }
}
