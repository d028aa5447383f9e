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

/** The rules of all classes used so far. */
export const tokenStyles = () => [...classes].map(([name, text]) => `.${name}{${text}}`).join('\n');
