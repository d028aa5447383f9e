import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const policy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
].join('; ');

/** The built page carries its policy in the HTML, because a static host may not let us set headers. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
        injectTo: 'head-prepend',
      },
    ],
  };
}

export default defineConfig({
  root: path('.'),
  base: './',
  plugins: [svelte(), contentSecurityPolicy()],
  resolve: {
    alias: [
      { find: /^trip-wasm$/, replacement: path('../../dist/index.js') },
      { find: /^trip-wasm\/trainer$/, replacement: path('../../dist/trainer.js') },
    ],
  },
  worker: { format: 'es' },
  build: {
    outDir: path('../../site'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The polyfill would only serve browsers that cannot run the page's workers either.
    modulePreload: { polyfill: false },
  },
});
