// Tables of the report: rows of numbers as CSV and as Markdown.
import { groupsOf, lowest, nameOf } from '../../build/experiments/index.js';

const titles = { trip: 'TRIP', pca: 'PCANN', lda: 'LDANN', tucker: 'TuckerNN' };
export const methodTitle = (method) => titles[method];

/** The group with this method (TRIP by default), lambda and depth. */
export function pick(groups, { method = 'trip', lambda, layers }) {
  const found = groups.find(
    (group) =>
      group.method === method &&
      (lambda === undefined || group.options.lambda === lambda) &&
      (layers === undefined || group.layers === layers),
  );
  if (found === undefined) throw new Error(`no group with ${JSON.stringify({ method, lambda, layers })}`);
  return found;
}

/** A setting as text, without its data set. */
export const settingText = ({ options }) => JSON.stringify(Object.entries(options).sort());

const number = (value) => (value === undefined ? '' : Number.isInteger(value) ? String(value) : value.toPrecision(4));

/** One line per group: setting, number of fits, mean and deviation of each score on training and test samples. */
export function tableOf(groups, scores) {
  const columns = scores.flatMap((score) => [`fit ${score}`, 'deviation', `test ${score}`, 'deviation']);
  return {
    head: ['set', 'method', 'ranks', 'hidden layers', 'lambda', 'standardised', 'fits', 'failed', ...columns],
    body: groups.map((group) => {
      const { set, method, options, layers, train, test, done, failed } = group;
      const spreads = scores.flatMap((score) => [train[score], test[score]]);
      return [
        set,
        methodTitle(method),
        (options.ranks ?? [2]).join('x'),
        layers,
        options.lambda ?? '',
        options.standardize === undefined ? '' : String(options.standardize),
        done.length,
        failed,
        ...spreads.flatMap((spread) => [number(spread?.mean), number(spread?.deviation)]),
      ];
    }),
  };
}

/** Models for the pictures: the cell with the lowest objective of each setting whose models are kept, by its name. */
export function modelsTable(cells, rows) {
  const groups = groupsOf(
    cells.filter(({ keep }) => keep),
    rows,
  );
  return {
    head: ['cell', 'fits', 'objective', 'fingerprint'],
    body: groups.map((group) => {
      const { cell, row } = lowest(group);
      return [nameOf(cell), group.done.length, number(row.train.objective), row.fingerprint];
    }),
  };
}

const field = (value) => (/[",]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : value);

export const csv = ({ head, body }) => `${[head, ...body].map((row) => row.map(field).join(',')).join('\n')}\n`;

export function markdown({ head, body }) {
  const cell = (value) => String(value).replaceAll('|', '\\|');
  return [head, head.map(() => '---'), ...body].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
}
