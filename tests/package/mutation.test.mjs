// Where mutants are made: each place is code, each change another text, and a seed draws the same places.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed, codeOnly, drawSites, kinds, lineOf, sitesOf } from '../../build-scripts/mutation/sites.mjs';
import { choicesFrom } from '../soak/random.mjs';

const cpp = `#include <a/b.h>  // 1 + 1
#define TWO \\
  2 - 1
template <class T, int N = 3>
double mean(const std::vector<T>& x, bool plain) {
  const char* text = "5 < 6 \\" && 7";
  total[0] += x[0] * 2.5;
  prepare(text, 1'000);
  /* 8 == 9 */
  if (!plain && x.size() >= 4) return -total[0];
  return total[1] - 1e-3f;
}
`;
const js = `const wanted = /a && b "[/]1/.test(text) || depth / 2 > 3;
// 1 + 2
const message = \`x < \${y}\`;
if (!found)
    fail('a', -1, "b !== c");
list.push(value);
return items.filter((one) => one.length === 1);
`;
const told = (text) => sitesOf(text).map(({ kind, before, after }) => [kind, before, after].join(' '));

test('signs, bounds, constants and statements of C++, none in comments, strings or lines of the preprocessor', () => {
  assert.deepEqual(told(cpp), [
    'constant 3 4',
    'removed total[0] += x[0] * 2.5; ;',
    'constant 0 1',
    'sign += -=',
    'constant 0 1',
    'sign * /',
    'constant 2.5 5.0',
    "removed prepare(text, 1'000); ;",
    "constant 1'000 1001",
    'bound ! ',
    'bound && ||',
    'bound >= >',
    'constant 4 5',
    'sign - ',
    'constant 0 1',
    'constant 1 2',
    'sign - +',
    'constant 1e-3 0.002',
  ]);
});

test('the same of JavaScript, none in regular expressions and templates', () => {
  assert.deepEqual(told(js), [
    'bound || &&',
    'sign / *',
    'constant 2 3',
    'bound > >=',
    'constant 3 4',
    'bound ! ',
    'sign - ',
    'constant 1 2',
    'removed list.push(value); ;',
    'bound === !==',
    'constant 1 2',
  ]);
});

test('every change is another text, and is told by its line', () => {
  for (const text of [cpp, js]) {
    assert.equal(codeOnly(text).length, text.length);
    for (const site of sitesOf(text)) {
      const other = changed(text, site);
      assert.notEqual(other, text);
      const { line, was, now } = lineOf(text, site);
      assert.equal(text.split('\n')[line - 1].trim(), was);
      assert.equal(other.split('\n')[line - 1].trim(), now);
    }
  }
});

test('a seed draws the same places, each once, and all kinds equally', () => {
  const files = [
    { file: 'a', text: cpp.repeat(20) },
    { file: 'b', text: js.repeat(20) },
  ];
  const drawn = drawSites(files, 80, choicesFrom(5));
  assert.deepEqual(drawSites(files, 80, choicesFrom(5)), drawn);
  assert.notDeepEqual(drawSites(files, 80, choicesFrom(6)), drawn);
  assert.equal(new Set(drawn.map(({ file, at, kind }) => `${file} ${at} ${kind}`)).size, 80);
  for (const kind of kinds) assert.ok(drawn.filter((site) => site.kind === kind).length >= 10, kind);
  assert.equal(drawSites(files, 1e6, choicesFrom(5)).length, files.flatMap(({ text }) => sitesOf(text)).length);
});
