/** Where a text of C++ or JavaScript can be changed so that a test should notice: signs, bounds, constants, statements. */

export const kinds = ['sign', 'bound', 'constant', 'removed'];

const blank = (text) => text.replace(/[^\n]/g, ' ');

/** Comments, strings and lines for the preprocessor, in either language. A regular expression of JavaScript begins where no operand ends. */
const opaque =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*|(?<=[(,=:[!&|?{};]\s*|return )\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+\/[a-z]*/gm;
/** Quotes within numbers of C++ (100'000) begin no string. */
const digitQuote = /(?<=\d)'(?=\d)/g;

/** The text with everything blank that is no code; positions stay. */
export const codeOnly = (text) => text.replace(digitQuote, '_').replace(opaque, blank);

const swapped = {
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' },
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==', '===': '!==', '!==': '===' },
  ...{ '&&': '||', '||': '&&' },
};

/** Both languages are formatted: spaces stand around an operator with two operands, and around no bracket of a template. */
const signs = /(?<= )(?:[+\-*/]=?)(?= )/g;
const minus = /(?<=[([]|return |[=,?:(] )-(?=[\w(])/g;
const bounds = /(?<= )(?:[<>]=?|[=!]==?|&&|\|\|)(?= )/g;
const not = /(?<=[(\s])!(?=[\w(])/g;
const numbers = /(?<![\w.])\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?(?=f?(?![\w.]))/g;
/** A call or an assignment on a line of its own, behind the end of another statement. */
const statements =
  /(?<=[;{}]\s*\n[ \t]*)(?!return|throw|const|let|var|using|delete|new|else|export|import|case|default|goto)(?:[\w.:[\]]|->)+(?:\([^\n]*\)| [+\-*/]?= [^\n]+);(?=[ \t]*(?:\n|$))/g;

const found = (code, pattern, kind, change) =>
  [...code.matchAll(pattern)].map(({ 0: before, index }) => ({ kind, at: index, before, after: change(before) }));

/** A whole number is counted up, another one doubled, and zero becomes one. */
function otherNumber(text) {
  const value = Number(text.replaceAll('_', ''));
  if (!/[.e]/.test(text)) return String(value + 1);
  const other = String(value === 0 ? 1 : 2 * value);
  return /[.e]/.test(other) ? other : `${other}.0`;
}

const isBalanced = ({ before }) =>
  [...before].reduce((depth, char) => depth + ('([{'.includes(char) ? 1 : 0) - (')]}'.includes(char) ? 1 : 0), 0) === 0;

/** All places, in order: `at` is the position of `before`, which `after` replaces. */
export function sitesOf(text) {
  const code = codeOnly(text);
  return [
    ...found(code, signs, 'sign', (before) => swapped[before]),
    ...found(code, minus, 'sign', () => ''),
    ...found(code, bounds, 'bound', (before) => swapped[before]),
    ...found(code, not, 'bound', () => ''),
    ...found(code, numbers, 'constant', otherNumber),
    ...found(code, statements, 'removed', () => ';').filter(isBalanced),
  ]
    .map((site) => ({ ...site, before: text.slice(site.at, site.at + site.before.length) }))
    .sort((a, b) => a.at - b.at);
}

export const changed = (text, { at, before, after }) => text.slice(0, at) + after + text.slice(at + before.length);

/** The line of a place, counted from 1, and what it says before and after. */
export function lineOf(text, site) {
  const start = text.lastIndexOf('\n', site.at - 1) + 1;
  const shift = { ...site, at: site.at - start };
  const line = text.slice(start, text.indexOf('\n', site.at + site.before.length));
  return { line: text.slice(0, start).split('\n').length, was: line.trim(), now: changed(line, shift).trim() };
}

/** `count` places of different kinds, at random: the kind first, then the place, so that constants do not prevail. */
export function drawSites(files, count, choices) {
  const all = files.flatMap(({ file, text }) => sitesOf(text).map((site) => ({ ...site, file })));
  const byKind = kinds.map((kind) => all.filter((site) => site.kind === kind));
  const drawn = [];
  while (drawn.length < Math.min(count, all.length)) {
    const sites = choices.of(byKind.filter((left) => left.length > 0));
    drawn.push(...sites.splice(choices.whole(0, sites.length - 1), 1));
  }
  return drawn;
}
