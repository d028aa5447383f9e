// The frame of all documentation pages. They need no script, and their policy allows none.
import { readFileSync } from 'node:fs';
import { fromRoot } from '../tools.mjs';
import { escapeHtml } from './markdown.mjs';

const policy = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

const rooms = {
  'docs/index.html': 'Guide',
  'docs/recipes.html': 'Recipes',
  'docs/loading.html': 'Loading',
  'docs/model-file.html': 'Model file',
  'docs/reproduction/report.html': 'Reproduction',
  'api/index.html': 'API',
};

/** The icon of the live page. */
const icon = () => /<link rel="icon".*>/.exec(readFileSync(fromRoot('web', 'site', 'index.html'), 'utf8'))[0];

const list = (entries) =>
  `<ul>${entries
    .map(
      ({ text, anchor, inner }) =>
        `<li><a href="#${anchor}">${escapeHtml(text)}</a>${inner.length > 0 ? list(inner.map((entry) => ({ ...entry, inner: [] }))) : ''}</li>`,
    )
    .join('')}</ul>`;

/** The whole page; `path` is its path below the site's root, inside a folder. */
export function wholePage(path, { title, html, contents }) {
  const up = '../'.repeat(path.split('/').length - 1);
  const links = Object.entries(rooms).map(
    ([target, name]) => `<a href="${up}${target}"${target === path ? ' aria-current="page"' : ''}>${name}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} - trip-wasm</title>
${icon()}
<link rel="stylesheet" href="${up}docs/docs.css">
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header><a class="home" href="${up}index.html">TRIP, live</a><nav aria-label="Documentation">${links.join('')}</nav></header>
<div class="columns">
<nav class="contents" aria-label="On this page">${list(contents)}</nav>
<main id="text">
${html}
</main>
</div>
</body>
</html>
`;
}
