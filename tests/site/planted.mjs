// Texts that would be run, or become elements, where text is mistaken for markup, and a look for what they left behind.

/** In a page, `planted()` is what would be called; see {@link arm}. */
export const planted = {
  image: '<img src=x onerror=planted()>',
  script: '"><script>planted()</script>',
  address: 'javascript:planted()',
  section: ']]><script>planted()</script><![CDATA[',
  foreign: '<svg onload=planted()><foreignObject><b>x</b></foreignObject></svg>',
  template: '{{constructor.constructor("planted()")()}}{planted()}#{planted()}',
  attribute: `' onmouseover='planted()' x='" autofocus onfocus="planted()`,
  entity: '&lt;img src=x onerror=planted()&gt;',
  formula: '=HYPERLINK("javascript:planted()")',
  comment: '--!><!--<style>*{display:none}</style>',
};
export const texts = Object.values(planted);

/** Lets a page count the calls of what is planted. For `addInitScript`. */
export const arm = () => {
  globalThis.ran = 0;
  globalThis.planted = () => {
    globalThis.ran++;
  };
};

/** In a page: what planted texts have become, in the document, its shadow trees and its frames' attributes. Empty when all is text. */
export const found = () => {
  const wrong = globalThis.ran > 0 ? ['a planted text was run'] : [];
  const look = (root) => {
    for (const one of root.querySelectorAll('*')) {
      const name = one.localName;
      if (name === 'foreignobject' || name === 'foreignObject') wrong.push(one.outerHTML.slice(0, 200));
      if (name === 'img' && one.getAttribute('src') === 'x') wrong.push(one.outerHTML.slice(0, 200));
      if (name === 'script' && one.textContent.trim() === 'planted()') wrong.push(one.outerHTML);
      if (name === 'style' && one.textContent.startsWith('*{display')) wrong.push(one.outerHTML);
      for (const { name: own, value } of one.attributes)
        if (
          /^on/i.test(own) ||
          (/^(href|src|action|formaction|xlink:href)$/i.test(own) && /^\s*javascript:/i.test(value))
        )
          wrong.push(`${name} ${own}=${value.slice(0, 100)}`);
      if (one.shadowRoot) look(one.shadowRoot);
    }
  };
  look(document);
  return wrong;
};

/** A table of 40 rows in CSV whose names and classes are planted; the classes follow the first column. */
export function plantedTable() {
  const quoted = (cell) => (typeof cell === 'string' ? `"${cell.replaceAll('"', '""')}"` : String(cell));
  const names = [planted.image, planted.script, planted.template, planted.formula, planted.foreign];
  const classes = [planted.section, planted.formula, planted.image, planted.entity];
  const rows = Array.from({ length: 80 }, (_, n) => [
    ...names.map((_, i) => (i === 0 ? (n % 4) - 1.5 : ((n * (7 + 6 * i)) % 11) / 11 - 0.5)),
    classes[n % 4],
  ]);
  return {
    names,
    classes,
    csv: [[...names, planted.attribute], ...rows].map((row) => row.map(quoted).join(',')).join('\n'),
  };
}
