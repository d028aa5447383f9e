/** Splits the report of the reproduction, so that the page can add settings under each figure. */

import { ownMarkup } from '../browser/trusted-types.ts';

/** The report is a file of the page. */
const markup = ownMarkup('trip-report');

export type Part =
  | { readonly html: string }
  /** `figure`: name of the picture's file, or of the plan where there is no picture. */
  | { readonly figure: string; readonly source?: string; readonly alt?: string };

/** The text of a page of the documentation, without its navigation. */
const content = '.vp-doc > div';

/** A part of the report for each picture and each table without one; its links are relative to `address`. */
export function readReport(text: string, address: URL): Part[] {
  const report = new DOMParser().parseFromString(markup.createHTML(text), 'text/html');
  for (const name of ['href', 'src'])
    for (const one of report.querySelectorAll(`${content} [${name}]`))
      one.setAttribute(name, new URL(one.getAttribute(name) ?? '', address).href);
  for (const one of report.querySelectorAll(`${content} .header-anchor`)) one.remove();
  for (const one of report.querySelectorAll(`${content} [id]`)) one.removeAttribute('id');
  for (const one of report.querySelectorAll(`${content} > h2`)) {
    const heading = report.createElement('h3');
    heading.replaceChildren(...one.childNodes);
    one.replaceWith(heading);
  }
  const parts: Part[] = [];
  let html = '';
  const close = () => {
    if (html) parts.push({ html: markup.createHTML(html) });
    html = '';
  };
  for (const one of report.querySelectorAll(`${content} > :not(h1)`)) {
    const picture = one.querySelector('img');
    if (!picture) html += one.outerHTML;
    const caption = /^Table (\d+)/.exec(one.tagName === 'H3' ? (one.textContent ?? '') : '');
    if (picture || caption) close();
    if (picture) parts.push({ figure: fileName(picture.src), source: picture.src, alt: picture.alt });
    if (caption) parts.push({ figure: `table${caption[1]}` });
  }
  close();
  return parts;
}

const fileName = (address: string) => /([^/]*)\.\w+$/.exec(address)?.[1] ?? '';
