// The documentation as a site of VitePress. build-scripts/build-docs.mjs writes the sources of the pages and starts the build.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { anyFolder, finishPage, rootScript } from '../../build-scripts/docs/html.mjs';
import { anchorOf, markdownRules } from '../../build-scripts/docs/markdown.mjs';
import { classForStyle, highlightWithoutLimit, tokenStyles } from '../../build-scripts/docs/tokens.mjs';
import { titleOf, topics } from '../../build-scripts/docs/topics.mjs';
import { listDocumented } from '../../build-scripts/third-party.mjs';

const assets = 'docs/assets';
/** The icon of the live page, an address with the picture inside. */
const icon = /<link rel="icon".* href="([^"]*)"/.exec(readFileSync('web/site/index.html', 'utf8'))[1];

/** Links of the sidebar: each group has a title and its pages. */
const pages = {
  Documentation: {
    Guide: 'docs/index',
    'Which setting?': 'docs/which-setting',
    'Is it real?': 'docs/is-it-real',
    Recipes: 'docs/recipes',
    'Large sweeps': 'docs/large-sweeps',
    'Draw it elsewhere': 'docs/pictures',
    Loading: 'docs/loading',
    Troubleshooting: 'docs/troubleshooting',
  },
  Gallery: {
    'All pictures': 'docs/gallery/index',
    'A hidden spiral': 'docs/gallery/spiral',
    'Iris in two directions': 'docs/gallery/iris',
    'Three cultivars of wine': 'docs/gallery/wine',
    'Sonar on one axis': 'docs/gallery/sonar',
    'Alcohol in wine': 'docs/gallery/alcohol',
    'Digits as matrices': 'docs/gallery/digits',
    'A rare class': 'docs/gallery/rare',
    'Three axes': 'docs/gallery/three-axes',
    'Samples unlike the training data': 'docs/gallery/unlike',
    'A picture not to believe': 'docs/gallery/not-to-believe',
  },
  'Coming from': {
    'scikit-learn': 'docs/from-scikit-learn',
    'DruidJS, umap-js, TensorFlow.js': 'docs/from-javascript',
  },
  'Formats and rules': {
    'Model file': 'docs/model-file',
    Sharing: 'docs/sharing',
    'How time grows': 'docs/growth',
    Stability: 'docs/stability',
    Limits: 'docs/limits',
    Reproduction: 'docs/reproduction/report',
  },
  'API reference': {
    'All names': 'api/index',
    ...Object.fromEntries(Object.keys(topics).map((topic) => [titleOf(topic), `api/${topic}`])),
  },
};

const sidebar = Object.entries(pages).map(([text, links]) => ({
  text,
  items: Object.entries(links).map(([name, page]) => ({ text: name, link: `/${page}.html` })),
}));

export default defineConfig({
  title: 'trip-wasm',
  titleTemplate: ':title - trip-wasm',
  description: 'TRIP: a linear projection learned together with a small neural network, in JavaScript and WebAssembly.',
  // Pages are indexed for the search one after the other: the index has their order.
  buildConcurrency: 1,
  srcDir: '../build/docs-source',
  outDir: '../build/docs',
  cacheDir: '../build/docs-cache',
  assetsDir: assets,
  // Readers open few pages, and pages are small.
  router: { prefetchLinks: false },
  // Otherwise each page repeats the list of pages and the settings of the site.
  metaChunk: true,
  // A switch of the theme would otherwise insert a style that the policy refuses.
  appearance: { disableTransition: false },
  lang: 'en',
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: icon }],
    ['link', { rel: 'stylesheet', href: `/${assets}/tokens.css` }],
    ['script', { id: 'site-root' }, rootScript],
  ],
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [classForStyle],
    shikiSetup: highlightWithoutLimit,
    config: markdownRules,
  },
  // Pictures lie beside their pages, where the Markdown files expect them.
  vue: { template: { transformAssetUrls: { img: [] } } },
  vite: {
    plugins: [anyFolder, listDocumented()],
    experimental: { renderBuiltUrl: (_, { ssr }) => (ssr ? undefined : { relative: true }) },
  },
  themeConfig: {
    logoLink: '/docs/index.html',
    nav: [
      { text: 'Live page', link: '/index.html', target: '_self' },
      { text: 'Guide', link: '/docs/index.html' },
      { text: 'API', link: '/api/index.html' },
    ],
    sidebar,
    outline: [2, 3],
    externalLinkIcon: true,
    // The detailed view would show pictures of other pages, whose addresses are relative to these pages.
    search: { provider: 'local', options: { disableDetailedView: true } },
  },
  transformHtml: (html, _, { page }) => finishPage(html, page),
  buildEnd({ outDir }) {
    writeFileSync(join(outDir, assets, 'tokens.css'), tokenStyles());
    // The page of a wrong address, the icons and the list of pages would lie beside the live page, which uses none of them.
    for (const name of ['404.html', 'vp-icons.css', 'hashmap.json']) rmSync(join(outDir, name));
  },
});
