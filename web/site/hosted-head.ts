/**
 * Parts that only the hosted page has: its policy, icons, the card that chats and search engines show, and the drawing that stands there until
 * the page starts. The page as one file must not name other files, and starts at once.
 */

import { readFileSync } from 'node:fs';
import type { HtmlTagDescriptor, Plugin } from 'vite';

const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default trip-report svelte-trusted-html',
].join('; ');

/** Width and height in pixels of the picture of a link, which chats and networks ask for. */
export const cardSize = [1200, 630] as const;

const cardText =
  'The same 400 samples of 100 variables: a cloud in the plane of PCA, a spiral in the plane that TRIP found';

const meta = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'meta', attrs, injectTo: 'head' });
const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' });

/** The address of the site in the form of a folder; throws where it is no address of the web. */
export function siteAddress(given: string): URL {
  const folder = given.endsWith('/') ? given : `${given}/`;
  const address = URL.canParse(folder) ? new URL(folder) : undefined;
  if (!address || !/^https?:$/.test(address.protocol) || address.search || address.hash)
    throw new Error(
      `TRIP_SITE_URL is "${given}"; it must be an http or https address such as https://example.org/trip/.`,
    );
  return address;
}

/**
 * `still`: file with the drawing. `address`: where the page will be served; without it the page has no canonical address, and the
 * picture a relative one.
 */
export function hostedHead(still: string, address: string | undefined): Plugin {
  const base = address ? siteAddress(address) : undefined;
  const absolute = (file: string) => (base ? new URL(file, base).href : `./${file}`);
  return {
    name: 'hosted-head',
    apply: 'build',
    transformIndexHtml(html) {
      const textOf = (pattern: RegExp) => pattern.exec(html)?.[1] ?? '';
      const title = textOf(/<title>([^<]*)</);
      const description = textOf(/name="description"\s+content="([^"]*)"/);
      const start = '<div id="app">';
      const drawing = readFileSync(still, 'utf8');
      const tags: HtmlTagDescriptor[] = [
        {
          tag: 'meta',
          // Some static hosts do not let us set headers.
          attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
          injectTo: 'head-prepend',
        },
        link({ rel: 'manifest', href: './site.webmanifest' }),
        link({ rel: 'apple-touch-icon', href: './icon-192.png' }),
        ...(base
          ? [link({ rel: 'canonical', href: base.href }), meta({ property: 'og:url', content: base.href })]
          : []),
        meta({ property: 'og:type', content: 'website' }),
        meta({ property: 'og:title', content: title }),
        meta({ property: 'og:description', content: description }),
        meta({ property: 'og:image', content: absolute('card.png') }),
        meta({ property: 'og:image:width', content: String(cardSize[0]) }),
        meta({ property: 'og:image:height', content: String(cardSize[1]) }),
        meta({ property: 'og:image:alt', content: cardText }),
        meta({ name: 'twitter:card', content: 'summary_large_image' }),
      ];
      return { html: html.replace(start, () => `${start}${drawing}`), tags };
    },
  };
}
