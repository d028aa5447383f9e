// Every string of the page exists in every language, with the same values, and only the string files contain text.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { parse } from 'svelte/compiler';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { filesBelow } from '../../build-scripts/tools.mjs';
import { loadTrip } from '../../dist/index.js';
import { becomes, button, control, hashOf, root, shows, startBench, text, until } from './support.mjs';
import { chooseTask, unfold } from './tables.mjs';

const site = join(root, 'web', 'site');
const components = filesBelow('web/site').filter((file) => file.endsWith('.svelte'));
const areas = filesBelow('web/site/text/en').map((file) => file.slice(site.length));

let english, japanese, language, speak, words, problemText, numbers, catalogue, state, variableName;
before(async () => {
  const loaded = await loadModules(
    '/text/language.svelte.ts',
    '/text/numbers.ts',
    '/data/catalogue.ts',
    '/data/state.ts',
    '/text/speak.ts',
    '/text/describe.ts',
    '/text/describe-problem.ts',
    '/text/variable-name.ts',
    '/text/ja/index.ts',
    ...areas,
  );
  let parts;
  [language, numbers, { catalogue }, state, { speak }, words, { problemText }, { variableName }, japanese, ...parts] =
    loaded.modules;
  english = Object.assign({}, ...parts);
});

/** Values that no string contains by itself. */
const marks = [70001, 70003, 70007, 70009, 70013, 70019];
const marksIn = (text) => marks.filter((mark) => text.replaceAll(',', '').includes(String(mark)));
const linksIn = (text) => [...text.matchAll(/\]\((.+?)\)/g)].map(([, target]) => target).sort();
const boldIn = (text) => text.split('**').length;

/** Arguments of strings that take an object or a condition. */
const samples = {
  '.notices.collapsed': marks,
  '.notices.nothing': marks,
  '.notices.overshot': marks,
  '.truth.others': [['70001']],
  '.truth.stick': [1, 2],
  '.lessons.findings.chooses': [1, '70001', '70003', [3, 12], ['70007', '70009']],
  '.lessons.findings.matrices': [['70001', '70003'], ['70007', '70009'], '398', '64', '1510'],
  '.importing.detectedLine': [{ rows: 70001, whole: true, variables: 70002, format: ['70003'], leftOut: 70004 }],
};

/** Compares the strings of both languages; resolves to the number of strings. */
function compare(one, other, place) {
  assert.equal(typeof other, typeof one, place);
  if (typeof one === 'function') {
    const given = samples[place] ?? marks;
    const [first, second] = [one(...given), other(...given)];
    if (!samples[place]) assert.equal(marksIn(first).length, one.length, `${place} uses what it is given: ${first}`);
    assert.deepEqual(marksIn(second), marksIn(first), `${place}: ${second}`);
    return compare(first, second, place);
  }
  if (typeof one === 'object') {
    assert.deepEqual(Object.keys(other).sort(), Object.keys(one).sort(), place);
    return Object.keys(one).reduce((sum, key) => sum + compare(one[key], other[key], `${place}.${key}`), 0);
  }
  assert.ok(other.trim() !== '' || one.trim() === '', place);
  assert.deepEqual(linksIn(other), linksIn(one), `links of ${place}`);
  assert.equal(boldIn(other), boldIn(one), `bold parts of ${place}`);
  return 1;
}

/** Exports of an English area except functions and types. `tables` shows the strings of `tableWords`, which a worker reads too. */
const strings = () =>
  Object.fromEntries(
    Object.entries(english).filter(([name, value]) => typeof value === 'object' && name !== 'tableWords'),
  );

test('both languages have the same strings, with the same values, links and bold parts', async () => {
  await speak('en');
  assert.ok(compare(strings(), { ...japanese }, '') > 400);
});

test('every named variable of the page’s data has a name in both languages, and names of a reader’s table stay', async () => {
  const trip = await loadTrip();
  for (const id of ['iris', 'wine', 'digits', 'network']) {
    const { train } = await catalogue[id].load(trip, state.initialOf(id));
    const names = (train.modeNames ?? [train.featureNames]).flat();
    assert.ok(names.length >= 4, id);
    for (const name of names) {
      await speak('ja');
      const shown = variableName(id, name);
      // Groups of a network have letters, which every language reads.
      if (id === 'network') assert.equal(shown, name);
      else assert.match(shown, /[ぁ-んァ-ヶ一-龠]/, name);
      assert.equal(variableName('own', name), name);
      await speak('en');
      assert.match(variableName(id, name), /^[\w/ ]+$/, name);
    }
  }
  for (const odd of ['__proto__', 'constructor', 'row x', 'ash '])
    for (const id of ['wine', 'own']) assert.equal(variableName(id, odd), odd);
});

test('strings, numbers and directions follow the language, and unknown languages mean English', async () => {
  for (const [preferred, expected] of [
    [['ja-JP', 'en'], 'ja'],
    [['fr', 'JA'], 'ja'],
    [['fr-CH'], 'en'],
    [[], 'en'],
  ]) {
    assert.equal(language.resolve('auto', preferred), expected);
  }
  assert.equal(language.resolve('en', ['ja']), 'en');
  const [before, label] = [english.page.heading, english.labels.lambda];
  await speak('ja');
  assert.equal(language.language(), 'ja');
  assert.equal(english.page.heading, japanese.page.heading);
  assert.notEqual(english.page.heading, before);
  assert.notEqual(english.labels.lambda, label);
  assert.match(words.aboutData(state.initialState, catalogue.spiral.dimensions), /100次元/);
  assert.match(problemText(state.addresses.parse('#v=1&h=9').problems[0]), /h=9.*4を使います/);
  assert.equal(numbers.parseNumber('x').problem, japanese.page.notNumber('x'));
  // The last choice counts, in any order of loading.
  await Promise.all([speak('en'), speak('ja'), speak('en')]);
  assert.equal(english.page.heading, before);
});

test('numbers are written for people: a true minus, groups, powers of ten, dashes', () => {
  const { degrees, fixed, percent, plain, significant } = numbers;
  assert.equal(fixed(-0.5, 2), '−0.50');
  assert.equal(fixed(2e7, 1), '2.0e7');
  assert.equal(percent(0.9312), '93.1%');
  assert.equal(degrees(7.6), '8°');
  assert.equal(significant(0), '0');
  assert.equal(significant(123456), '123,000');
  assert.equal(significant(-2.5e-8), '−2.5e−8');
  assert.equal(plain(0.0003), '0.0003');
  assert.equal(plain(5000), '5000');
  for (const write of [degrees, percent, significant, plain, (value) => fixed(value, 1)])
    for (const nothing of [undefined, Number.NaN, Number.POSITIVE_INFINITY]) assert.equal(write(nothing), '–');
});

/** Attributes with text for readers and screen readers. */
const read = new Set(['aria-label', 'aria-valuetext', 'aria-roledescription', 'title', 'placeholder', 'alt', 'label']);
/** Text that belongs to no language: names of methods, units, file names. */
const neutral = /^(TRIP|PCA|LDA|λ)$/;
const wordsIn = (text) => (/\p{L}{2}/u.test(text) && !neutral.test(text.trim()) ? [text.trim()] : []);

/** Literal text in a component. */
function* literals(node, read) {
  if (Array.isArray(node)) {
    for (const one of node) yield* literals(one, read);
  } else if (node && typeof node === 'object') {
    if (node.type === 'Text') yield* wordsIn(node.data);
    if (node.type === 'Attribute') {
      if (!read.has(node.name)) return;
      yield* literals(node.value, read);
      return;
    }
    // Strings inside expressions that are shown: {cond ? 'this' : 'that'}, {`n ${x}`}.
    if (node.type === 'ExpressionTag') yield* spokenIn(node.expression);
    for (const [key, value] of Object.entries(node)) if (key !== 'expression') yield* literals(value, read);
  }
}
function* spokenIn(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') yield* wordsIn(node.value);
  if (node?.type === 'TemplateLiteral') for (const { value } of node.quasis) yield* wordsIn(value.cooked);
  for (const part of ['consequent', 'alternate', 'left', 'right']) {
    if (part === 'left' && node?.type === 'BinaryExpression') return;
    if (node?.[part]) yield* spokenIn(node[part]);
  }
}

test('no component contains literal text', () => {
  assert.ok(components.length > 25);
  for (const file of components) {
    const { fragment } = parse(readFileSync(file, 'utf8'), { modern: true });
    assert.deepEqual([...literals(fragment, read)], [], file);
  }
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a component
  const { fragment } = parse('<p title="Some">Other {x ? "words" : `more ${y}`}</p>', { modern: true });
  assert.deepEqual([...literals(fragment, read)], ['Some', 'Other', 'words', 'more'], 'the check finds literal text');
});

/** Physical sides in a style sheet, which break right-to-left pages. Shorthands of four values have a left and a right one. */
const sides = [
  /(^|[\s;{])((margin|padding|border|inset)-(left|right)(-\w+)?|left|right|float)\s*:/gm,
  /text-align\s*:\s*(left|right)/g,
  /(margin|padding|inset)\s*:(\s+[^\s;()]+){4};/g,
];

test('styles use no physical sides', () => {
  for (const file of [...components, join(site, 'app.css'), join(site, 'theme.css')]) {
    const text = readFileSync(file, 'utf8');
    const styles = file.endsWith('.css') ? text : text.slice(text.lastIndexOf('<style>'));
    assert.deepEqual(
      sides.flatMap((side) => styles.match(side) ?? []),
      [],
      file,
    );
  }
});

test('the page uses the reader’s language or the chosen one, declares it to screen readers, and runs in either direction', async () => {
  const bench = await startBench();
  try {
    const hash = '#v=1&k=2&e=50&p=full';
    const narrow = { locale: 'ja-JP', viewport: { width: 320, height: 700 } };
    const { page, heard } = await bench.open(hash, narrow);
    const said = async () => [await page.getAttribute('html', 'lang'), await text(page, 'h1'), await page.title()];
    const japaneseSaid = ['ja', japanese.page.heading, japanese.page.title];
    await becomes(said, japaneseSaid);
    assert.equal(await hashOf(page), hash);
    await shows(page, 'body', /初期値.の目的関数が最小です/);
    await shows(page, '[data-value=verdict]', /^TRIP.*未知のサンプルの\d+\.\d%/);
    const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    for (const side of ['ltr', 'rtl']) {
      await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), side);
      const [scrolled, seen] = await widths();
      assert.ok(scrolled <= seen, `${side}: ${scrolled} > ${seen}`);
    }
    await page.locator('.top button').click();
    await control(page, 'language').locator('select').selectOption('en');
    assert.equal(await hashOf(page), `${hash}&hl=en`);
    await until.end(page);
    await shows(page, 'h1', 'Find the plane that matters');
    await shows(page, '[data-value=verdict]', /of the unseen samples right/);
    assert.match(await page.getByLabel('Link to the current page').inputValue(), /&hl=en(&|$)/);
    await page.goBack();
    await becomes(said, japaneseSaid);
    assert.deepEqual(heard, []);
  } finally {
    await bench.stop();
  }
});

test('detected formats and errors of a reader’s table are in the language of the page', async () => {
  const bench = await startBench();
  try {
    const { page, heard } = await bench.open('#v=1&k=1&e=20&p=full&hl=ja', { wait: 'end' });
    await becomes(() => text(page, 'h1'), japanese.page.heading);
    await button(page, japanese.page.ownTable).click();
    const dialog = page.getByRole('dialog');
    const paste = async (table) => {
      await dialog.locator('textarea').fill(table);
      await dialog.locator('textarea').blur();
    };
    const rows = Array.from({ length: 30 }, (_, n) => `${n};${n % 7},5;${n % 2};x`);
    await paste([';b;klasse;b', ...rows].join('\n'));
    await unfold(dialog);
    const { tables } = japanese;
    const seen = [
      tables.cutsAll(4),
      tables.asIn(tables.quoted('0,5')),
      tables.firstRowNames,
      tables.noName(1, tables.quoted('column 1')),
      tables.sameName(4, tables.quoted('b'), tables.quoted('b (2)')),
    ];
    for (const one of seen) await dialog.getByText(one, { exact: true }).first().waitFor({ state: 'attached' });
    await shows(dialog, 'h3', japanese.importing.predictClasses('klasse', 2, true));
    await button(dialog, japanese.importing.train).click();
    await becomes(
      () => dialog.getByRole('alert').textContent(),
      new RegExp(`列${tables.quoted('b \\(2\\)')}：カテゴリーが1個`),
    );
    await paste([...rows, '1;2'].join('\n'));
    await dialog.getByLabel(japanese.importing.target).selectOption('column 3');
    await chooseTask(dialog, 'classification');
    await button(dialog, japanese.importing.train).click();
    const wrong = tables.inRow(31, tables.cells(2, 4));
    // One list has the columns that are no numbers and the rows of another length.
    await becomes(
      () => dialog.getByRole('alert').textContent(),
      new RegExp(`「column 4」[^]*\n${tables.problems(1)}\n${wrong}$`),
    );
    assert.deepEqual(heard, []);
  } finally {
    await bench.stop();
  }
});
