// Colours of highlighted code as classes. Shiki writes them as style attributes, which the content security policy refuses.
const classes = new Map();

function classOf(style) {
  const text = Object.entries(style)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
  const name = `t-${text.replace(/--shiki-/g, '').replace(/[^\w]+/g, '-')}`.toLowerCase();
  classes.set(name, text);
  return name;
}

/** Transformer of Shiki that replaces the style of each token by a class. */
export const classForStyle = {
  name: 'class-for-style',
  pre(node) {
    delete node.properties.style;
  },
  tokens(lines) {
    for (const token of lines.flat()) {
      if (!token.htmlStyle) continue;
      token.htmlAttrs = { ...token.htmlAttrs, class: classOf(token.htmlStyle) };
      token.htmlStyle = {};
    }
  },
};

/** Removes Shiki's limit of half a second a line, after which the rest of a line has no colours: files would depend on the load of the machine. */
export function highlightWithoutLimit(highlighter) {
  const { codeToHtml } = highlighter;
  highlighter.codeToHtml = (code, options) => codeToHtml(code, { ...options, tokenizeTimeLimit: 0 });
}

/** The rules of all classes used so far, in an order that does not depend on which page was rendered first. */
export const tokenStyles = () =>
  [...classes]
    .sort()
    .map(([name, text]) => `.${name}{${text}}`)
    .join('\n');
