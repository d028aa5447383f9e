// Converts Markdown to HTML: anchors as on GitHub, links to other documents, tables that scroll by themselves.
import MarkdownIt from 'markdown-it';

const renderer = new MarkdownIt({ typographer: false });

export const escapeHtml = renderer.utils.escapeHtml;
export const markdown = (text) => renderer.render(text);
export const inlineMarkdown = (text) => renderer.renderInline(text);

/** The anchor that GitHub gives a heading. */
const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const plainText = (inline) =>
  inline.children
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');

/** Address on the site of a link in a Markdown file; undefined leaves the link unchanged. */
const onSite = (href) => (/^(?:[\w-]+\/)*[\w-]+\.md(#.*)?$/.test(href) ? href.replace('.md', '.html') : undefined);

renderer.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>';
renderer.renderer.rules.table_close = () => '</table></div>';

const { fence } = renderer.renderer.rules;
renderer.renderer.rules.fence = (...all) => fence(...all).replace('<pre>', '<pre tabindex="0">');

/** Formats J_k and C^(k) in prose as mathematics. */
const { text } = renderer.renderer.rules;
renderer.renderer.rules.text = (...all) =>
  text(...all)
    .replace(/(?<=\b[A-Za-z]{1,4})_(\w)\b/g, '<sub>$1</sub>')
    .replace(/(?<=\b[A-Z])\^(?:\((\w+)\)|([T2])\b)/g, (_, mode, power) => `<sup>${mode ? `(${mode})` : power}</sup>`)
    .replace(/(?<=<\/sup>)T\b/g, '<sup>T</sup>');

/** A Markdown file: its title, its HTML and its headings of the second and third level. */
export function markdownPage(text) {
  const tokens = renderer.parse(text, {});
  const headings = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = plainText(tokens[at + 1]);
      const anchor = slug(title);
      token.attrSet('id', anchor);
      headings.push({ level: Number(token.tag.slice(1)), text: title, anchor });
    }
    for (const child of token.children ?? []) {
      const there = child.type === 'link_open' && onSite(child.attrGet('href'));
      if (there) child.attrSet('href', there);
    }
  }
  const contents = headings.filter(({ level }) => level === 2).map((heading) => ({ ...heading, inner: [] }));
  return { title: headings[0].text, html: renderer.renderer.render(tokens, renderer.options, {}), contents };
}
