// Every figure, every table and the report, from tiny plans.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { plans } from '../../build/experiments/index.js';
import { writePngs } from '../../web/reproduce/png.mjs';
import { counted } from '../../web/reproduce/report.mjs';
import { Session } from '../../web/reproduce/session.mjs';
import { assessor, dataFolder, executorFor, temporaryFolder, tiny, trip } from './support.mjs';

const out = temporaryFolder();
const text = (file) => readFileSync(join(out, file), 'utf8');
const count = (svg, pattern) => svg.match(pattern)?.length ?? 0;

/** Replaces the external program in tests: its map selects the first two variables. */
const firstTwo = async (_trip, _cell, { train }) => ({
  map: Array.from({ length: train.shape[1] }, (_, i) => [Number(i === 0), Number(i === 1)]).flat(),
  neighbours: { train: 1, test: 0.875 },
});

before(async () => {
  const data = dataFolder();
  const own = { executor: executorFor(data), assessor };
  const session = new Session({ trip, ...own, data, out, about: 'a test', nca: firstTwo });
  await session.run(Object.values(plans).map((plan) => ({ plan: tiny(plan), stages: 1 })));
});

test('all figures are drawn, without a value that is not a number', () => {
  const names = [
    'fig1',
    'fig3-accuracy',
    'fig3-projections',
    'fig4',
    'fig5-accuracy',
    'fig5-iris',
    'fig5-wine',
    'fig5-variables',
  ];
  for (const name of [...names, 'fig6-network', 'fig6-rmse', 'fig7', 'auto', 'weak', 'choice', 'table3', 'chance']) {
    const svg = text(`${name}.svg`);
    assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/, name);
    assert.doesNotMatch(svg, /NaN|undefined|Infinity/, name);
    assert.ok(svg.length < 400_000, `${name}: ${svg.length}`);
  }
});

test('the figures have the arrangement of the paper', () => {
  assert.deepEqual(text('fig1.svg').match(/>(LDA|TRIP[^<:]*|PCA)</g), [
    '>LDA<',
    '>TRIP, lambda 0.1<',
    '>TRIP, lambda 0.3<',
    '>PCA<',
  ]);
  assert.equal(count(text('fig3-projections.svg'), />lambda = /g), 6);
  assert.equal(count(text('fig3-accuracy.svg'), /hidden layer/g), 5);
  assert.equal(count(text('fig5-iris.svg'), /probability of/g), 3);
  // Each panel shows every sample.
  assert.equal(count(text('fig1.svg'), /<circle/g), 4 * 110);
});

test('tables have a line for every setting, and a set without data is reported and left out', () => {
  const [head, ...lines] = text('fig3.csv').trim().split('\n');
  assert.match(head, /^set,method,ranks,hidden layers,lambda,/);
  assert.equal(lines.length, 5 * 9 + 1);
  for (const line of lines) assert.doesNotMatch(line, /NaN/);
  const report = text('report.md');
  assert.match(report, /Left out: epileptic \(there are no data\)\./);
  assert.match(text('fig4.csv'), /^sonar,208,TRIP,1,/m);
});

test('the report judges every figure and shows it', () => {
  const report = text('report.md');
  for (const [plan, { title }] of Object.entries(plans)) {
    assert.match(report, new RegExp(`^## ${title}$`, 'm'));
    assert.match(
      report,
      new RegExp(`\\| ${plan} \\| .* \\| \\*\\*(holds|differs|does not hold|cannot be judged)\\*\\* \\|`),
      plan,
    );
  }
  for (const [, file] of report.matchAll(/\]\(([\w-]+\.(?:svg|csv))\)/g)) assert.ok(existsSync(join(out, file)), file);
  const html = text('report.html');
  assert.match(html, /<img src="fig7.svg"/);
  // A bar in a text, as in |C R|, does not separate cells.
  for (const [table] of html.matchAll(/<table>[\s\S]*?<\/table>/g)) {
    const widths = table
      .split('<tr>')
      .slice(1)
      .map((line) => count(line, /<t[hd]>/g));
    assert.equal(new Set(widths).size, 1, table.slice(0, 200));
  }
  assert.match(html, /highest \|C R\|/);
});

test('verdicts are counted in words, including claims that cannot be judged only if there are some', () => {
  assert.equal(
    counted(['holds', 'holds', 'differs', 'does not hold']),
    'Of 4 claims: 2 hold, 1 differs, 1 does not hold.',
  );
  assert.match(counted(['holds', 'cannot be judged']), /: 1 holds, 0 differ, 0 do not hold, 1 cannot be judged\.$/);
});

test('a figure becomes a PNG', async () => {
  await writePngs([join(out, 'fig1.svg')]);
  const png = readFileSync(join(out, 'fig1.png'));
  assert.equal(png.toString('latin1', 1, 4), 'PNG');
  assert.ok(png.readUInt32BE(16) > 2000, `${png.readUInt32BE(16)} pixels wide`);
});
