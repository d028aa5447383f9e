// Writes report.md and report.html: the verdict on each claim, then every figure and its numbers.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceOf } from '../../build/experiments/index.js';
import { mergeReports } from './merge.mjs';
import { markdown } from './tables.mjs';

/** Tables of more lines than this are only in their CSV file. */
const longest = 60;

const plurals = { holds: 'hold', differs: 'differ', 'does not hold': 'do not hold' };

/** Counts of each verdict. */
export function counted(verdicts) {
  const times = (verdict) => verdicts.filter((one) => one === verdict).length;
  const counts = Object.entries(plurals).map(([one, many]) => `${times(one)} ${times(one) === 1 ? one : many}`);
  const open = times('cannot be judged');
  if (open > 0) counts.push(`${open} cannot be judged`);
  return `Of ${verdicts.length} claims: ${counts.join(', ')}.`;
}

function summary(title, results, about) {
  const judged = results.flatMap(({ kind, judged: own }) => own.map((one) => ({ ...one, kind })));
  if (judged.length === 0) return [];
  return [
    `## ${title}`,
    '',
    `${counted(judged.map(({ verdict }) => verdict))} ${about} The rule stands with the numbers.`,
    '',
    markdown({
      head: ['experiment', 'claim', 'verdict', 'numbers', 'from'],
      body: judged.map(({ plan, claim, verdict, because, kind }) => [
        plan,
        claim,
        `**${verdict}**`,
        because,
        kind.toLowerCase(),
      ]),
    }),
    '',
  ];
}

function section({ plan, state, figures, tables, missing }) {
  return [
    '',
    `## ${plan.title}`,
    '',
    plan.protocol,
    '',
    state,
    ...missing.map((what) => `\nLeft out: ${what}.`),
    ...Object.keys(figures).flatMap((name) => ['', `![${plan.title}](${name}.svg)`]),
    ...Object.entries(tables).flatMap(([name, table]) => [
      '',
      `Numbers: [${name}.csv](${name}.csv)`,
      ...(table.body.length <= longest ? ['', markdown(table)] : []),
    ]),
  ];
}

/** Describes the data sets, as Table 1 of the paper does. */
function dataTable(results) {
  const names = [...new Set(results.flatMap(({ cells }) => cells.map(({ set }) => set)))];
  const row = (name) => {
    const { title, shape, options } = sourceOf(name);
    // Generated sets differ only by their seeds.
    return [
      title.replace(/,? ?\(?data seed \d+\)$/, (seed) => (seed.startsWith(' (') ? '' : ')')),
      ...[shape.length - 1, shape.slice(1).join(' x '), shape[0], options.batchSize, options.epochs ?? ''],
    ];
  };
  const lines = [...new Map(names.map(row).map((line) => [line[0], line])).values()];
  return ['## Data', '', markdown({ head: ['set', 'K', 'I', 'N', 'batch', 'epochs'], body: lines })];
}

/** `results` has the plan, the cells run, figures, tables and verdicts of each experiment, in the order of the paper. */
export async function writeReport(folder, results, about) {
  const [paper, beyond] = [false, true].map((is) => results.filter(({ plan }) => (plan.beyond ?? false) === is));
  const text = [
    '# "Linear Tensor Projection Revealing Nonlinearity", reproduced',
    '',
    `Made by \`npm run reproduce\` with ${about}. Every number follows from the seeds in the plans (\`web/experiments/plans\`)`,
    'and is the same on every machine, except times, memory, and what scikit-learn computes.',
    '',
    ...summary('Claims', paper, '"Differs": the effect is there, but not as the paper has it.'),
    ...summary('Claims beyond the paper', beyond, '"Differs": in part.'),
    ...dataTable(results),
    ...results.flatMap(section),
    '',
  ].join('\n');
  await writePages(folder, text);
}

async function writePages(folder, text) {
  writeFileSync(join(folder, 'report.md'), text);
  const { default: MarkdownIt } = await import('markdown-it');
  writeFileSync(join(folder, 'report.html'), page(new MarkdownIt().render(text)));
}

/** Puts the sections, figures and tables of a run into the report of another folder, which may have other experiments. */
export async function mergeInto(target, folder) {
  const [before, after] = [target, folder].map((place) => readFileSync(join(place, 'report.md'), 'utf8'));
  for (const name of readdirSync(folder).filter((file) => /\.(svg|csv)$/.test(file)))
    copyFileSync(join(folder, name), join(target, name));
  await writePages(target, mergeReports(before, after, counted));
}

const page = (body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The experiments, reproduced</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse; font-size: 14px; display: block; overflow-x: auto }
td, th { border-bottom: 1px solid #ccc; padding: 3px 8px; text-align: left; vertical-align: top }
img { max-width: 100% }
</style>
${body}
</html>
`;
