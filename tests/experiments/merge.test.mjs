// A new run of some plans in a report of all: other sections stay, verdicts are counted again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeReports } from '../../web/reproduce/merge.mjs';
import { counted } from '../../web/reproduce/report.mjs';

const row = (plan, claim, verdict) => `| ${plan} | ${claim} | **${verdict}** | numbers | full run |`;
const report = (claims, data, sections) =>
  [
    ...['# Title', '', 'Made by.', '', '## Claims', ''],
    ...[`${counted(claims.map(([, , verdict]) => verdict))} The rule stands.`, ''],
    ...['| experiment | claim | verdict | numbers | from |', '| --- | --- | --- | --- | --- |'],
    ...claims.map((claim) => row(...claim)),
    ...['', '## Data', '', '| set | N |', '| --- | --- |', ...data.map(([set, n]) => `| ${set} | ${n} |`)],
    ...sections.flatMap(([title, text]) => ['', `## ${title}`, '', text]),
    '',
  ].join('\n');

const before = report(
  [
    ['fig1', 'a', 'holds'],
    ['auto', 'b', 'differs'],
    ['auto', 'c', 'holds'],
    ['fig3', 'd', 'holds'],
  ],
  [
    ['Spiral', 100],
    ['Wine', 178],
  ],
  [
    ['Figure 1', 'one'],
    ['Auto', 'old'],
    ['Figure 3', 'three'],
  ],
);

test('sections and claims of a run take the place of the old ones, and nothing else changes', () => {
  const after = report([['auto', 'b', 'does not hold']], [['Spiral', 110]], [['Auto', 'new\n\n![x](x.svg)']]);
  const expected = report(
    [
      ['fig1', 'a', 'holds'],
      ['auto', 'b', 'does not hold'],
      ['fig3', 'd', 'holds'],
    ],
    [
      ['Spiral', 110],
      ['Wine', 178],
    ],
    [
      ['Figure 1', 'one'],
      ['Auto', 'new\n\n![x](x.svg)'],
      ['Figure 3', 'three'],
    ],
  );
  assert.equal(mergeReports(before, after, counted), expected);
});

test('the last section, a new one, and a run of everything', () => {
  assert.equal(mergeReports(before, before, counted), before);
  const last = report([['fig3', 'd', 'differs']], [], [['Figure 3', 'other']]);
  const merged = mergeReports(before, last, counted);
  assert.ok(merged.endsWith('\n\n## Figure 3\n\nother\n'));
  assert.match(merged, /^Of 4 claims: 2 hold, 2 differ, 0 do not hold\. The rule stands\.$/m);
  const more = mergeReports(before, report([['fig9', 'e', 'holds']], [['Iris', 150]], [['Figure 9', 'nine']]), counted);
  assert.match(more, /^\| fig3 .*\n\| fig9 \| e /m);
  assert.match(more, /^\| Wine .*\n\| Iris \| 150 \|$/m);
  assert.match(more, /nine/);
});
