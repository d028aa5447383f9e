// Puts the sections of a new report into an existing one, so that a plan can be run again without the others.
import { grouped } from '../../build/experiments/index.js';

/** The text before the first section, and the sections by their titles, in order. */
function split(text) {
  const [head, ...parts] = text.split(/^(?=## )/m);
  return { head, sections: new Map(parts.map((part) => [/^## (.*)/.exec(part)[1], part])) };
}

const isRow = (line) => line.startsWith('| ');
const nameOf = (row) => row.split(' | ')[0].slice(2);

/** Rows of a table by the name in their first column; those of names that the new table has are replaced where the first one stood. */
function mergeRows(before, after) {
  const [head, rule, ...old] = before;
  const [, , ...rows] = after;
  const fresh = new Map(grouped(rows, nameOf).map((own) => [nameOf(own[0]), own]));
  const result = [];
  for (const row of old) {
    const own = fresh.get(nameOf(row));
    if (own === undefined) result.push(row);
    else result.push(...own.splice(0));
  }
  return [head, rule, ...result, ...[...fresh.values()].flat()];
}

/** A section with one table; `sentence` makes its first line from the merged rows. */
function mergeTable(before, after, sentence) {
  const lines = before.split('\n');
  const at = lines.findIndex(isRow);
  const end = lines.findLastIndex(isRow) + 1;
  const table = mergeRows(lines.slice(at, end), after.split('\n').filter(isRow));
  const above = lines.slice(0, at).map((line) => (sentence && line.startsWith('Of ') ? sentence(table, line) : line));
  return [...above, ...table, ...lines.slice(end)].join('\n');
}

/** `count(verdicts)` is the sentence that counts them. */
export function mergeReports(before, after, count) {
  const [old, fresh] = [split(before), split(after)];
  const recounted = ([, , ...rows], line) =>
    line.replace(/^Of \d+ claims: [^.]*\./, count(rows.map((row) => /\*\*(.*?)\*\*/.exec(row)[1])));
  for (const [title, text] of fresh.sections) {
    const known = old.sections.get(title);
    if (known === undefined) old.sections.set(title, text);
    else if (title.startsWith('Claims')) old.sections.set(title, mergeTable(known, text, recounted));
    else if (title === 'Data') old.sections.set(title, mergeTable(known, text));
    // Sections are separated by an empty line, and the last one has none behind it.
    else old.sections.set(title, `${text.trimEnd()}\n${known.slice(known.trimEnd().length + 1)}`);
  }
  return old.head + [...old.sections.values()].join('');
}
