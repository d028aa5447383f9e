// Markdown of the documentation: anchors as on GitHub, mathematics in prose, and a frame around each example that a page can run.
import { exampleName, isRunnable } from './examples.mjs';

/** The anchor that GitHub gives a heading, so that links in the Markdown files work in both places. */
export const anchorOf = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Formats J_k and C^(k) in prose as mathematics. */
function mathematics(md) {
  const { text } = md.renderer.rules;
  md.renderer.rules.text = (...all) =>
    text(...all)
      .replace(/(?<=\b[A-Za-z]{1,4})_(\w)\b/g, '<sub>$1</sub>')
      .replace(/(?<=\b[A-Z])\^(?:\((\w+)\)|([T2])\b)/g, (_, mode, power) => `<sup>${mode ? `(${mode})` : power}</sup>`)
      .replace(/(?<=<\/sup>)T\b/g, '<sup>T</sup>');
}

/** Adds a component that runs the code to each block that needs nothing but the package. */
function runnable(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const html = fence(tokens, index, ...rest);
    const { info, content } = tokens[index];
    return isRunnable(info, content) ? `${html}<RunExample name="${exampleName(content)}" />\n` : html;
  };
}

export function markdownRules(md) {
  mathematics(md);
  runnable(md);
}
