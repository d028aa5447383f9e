// Makes the pages of VitePress work in any folder and without a server, under a strict content security policy.
import { createHash } from 'node:crypto';

/** Address of the site's root at run time; the inline script of each page sets it. */
const base = 'globalThis.__siteRoot';

/** The inline script that computes the address of the site's root from the page's own address. */
export const rootScript = `${base}=new URL(document.querySelector('meta[name=site-root]').content,location.href).pathname`;

/**
 * Plugin of Vite. VitePress writes the address of the site into its scripts when it builds, but the documentation may be in any folder,
 * so the client reads it from the page.
 */
export const anyFolder = {
  name: 'any-folder',
  enforce: 'pre',
  transform(code, id, { ssr } = {}) {
    if (ssr) return undefined;
    if (/vitepress\/dist\/client\/app\/utils\.js$/.test(id)) return code.replaceAll('import.meta.env.BASE_URL', base);
    if (!id.includes('@localSearchIndexroot')) return undefined;
    return code.replace(/^export default (.*?);?\s*$/s, `export default ($1).replaceAll('":"/', '":"' + ${base})`);
  },
};

/** Makes addresses from the site's root relative, and names the file of a folder, which no server adds to a page from a disk. */
const relativeLinks = (html, up) =>
  html
    .replace(/(<[^<>]*?\s(?:href|src)=")\/(?!\/)/g, `$1${up}`)
    .replace(/(<a [^<>]*?href="\.[^"#]*\/)(?=["#])/g, '$1index.html');

const hashOf = (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const inlineScripts = (html) => [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];

function policyFor(html) {
  const hashes = inlineScripts(html).map(([, script]) => hashOf(script));
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${[...new Set(hashes)].join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The HTML of a page: relative addresses, no style attributes, and its policy. */
export function finishPage(html, page) {
  const up = '../'.repeat(page.split('/').length - 1) || './';
  const inner = relativeLinks(html, up)
    .replace(/<link[^>]*vp-icons\.css[^>]*>\s*/, '')
    .replace(/(<[^<>]*?)\sstyle="[^"]*"/g, '$1');
  const policy = `<meta http-equiv="Content-Security-Policy" content="${policyFor(inner)}">`;
  return inner.replace('<meta charset="utf-8">', `$&\n    ${policy}\n    <meta name="site-root" content="${up}">`);
}
