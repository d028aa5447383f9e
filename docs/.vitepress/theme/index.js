// The default theme of VitePress without web fonts, in the colours of the live page, and the examples that a page can run.
import DefaultTheme from 'vitepress/theme-without-fonts';
import RunExample from './run-example.js';
import './theme.css';

/** Pages link relative to themselves; after a change of page without a reload these links would point to another place. */
function makeLinksAbsolute() {
  for (const link of document.querySelectorAll('a[href]'))
    if (link.origin === location.origin) link.setAttribute('href', link.pathname + link.search + link.hash);
}

export default {
  extends: DefaultTheme,
  enhanceApp({ app, siteData }) {
    app.component('RunExample', RunExample);
    if (import.meta.env.SSR) return;
    siteData.value = { ...siteData.value, base: globalThis.__siteRoot };
    makeLinksAbsolute();
  },
};
