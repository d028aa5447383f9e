// The rules that judge the paper's claims, on artificial numbers: each rule must be able to accept and to reject.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  choicesOf,
  chosenCells,
  curvesOf,
  fitLine,
  fitTwo,
  groupsOf,
  judgeAccuracies,
  judgeAuc,
  judgeAxes,
  judgeDirection,
  judgeRegression,
  judgeSpiral,
  judgeTable,
  judgeTimes,
  lowest,
  nameOf,
  nameOfTime,
  plans,
  reserved,
  stagesOf,
} from '../../build/experiments/index.js';

const verdicts = (judged) => judged.map(({ verdict }) => verdict);

/** Cells and rows of artificial fits: [set, options, row, split]. */
function made(fits) {
  const cells = fits.map(([set, options, , split]) => ({
    set,
    options: { seed: split ? 1000 * split.trial + split.fold : 1, ...options },
    ...(split ? { split } : {}),
  }));
  return { cells, rows: new Map(cells.map((cell, c) => [nameOf(cell), { cell: nameOf(cell), ...fits[c][2] }])) };
}

const groups = (fits) => {
  const { cells, rows } = made(fits);
  return groupsOf(cells, rows);
};

const layers = (count) => Array(count).fill(10);
const row = (fit, test, more) => ({ train: { accuracy: fit, objective: 1 }, test: { accuracy: test }, ...more });

/** Results as in the paper: two lambdas find the plane, small ones overfit, large ones look like PCA, three layers are best. */
const spiral = (change = () => undefined) =>
  groups([
    ...[0, 1, 2, 3, 4].flatMap((depth) =>
      [1e-5, 0.01, 0.1, 0.3, 1, 10].map((lambda) => {
        const options = { lambda, hidden: layers(depth) };
        const seen = lambda === 0.01 || lambda === 0.1;
        const as = lambda < 0.01 ? row(1, 0.52) : seen ? row(0.95, depth === 3 ? 0.9 : 0.6) : row(0.7, 0.64);
        return ['spiral-1', options, change(options) ?? { ...as, overlap: seen ? 0.95 : 0.3 }];
      }),
    ),
    ['spiral-1', { method: 'pca', hidden: layers(3) }, row(0.72, 0.66)],
    ['spiral-1', { method: 'lda', hidden: layers(3) }, row(0.98, 0.53)],
  ]);

test('Spiral: all claims hold on the numbers of the paper, and fail or differ on others', () => {
  assert.deepEqual(verdicts(judgeSpiral(spiral())), Array(5).fill('holds'));
  const flat = spiral(() => row(0.75, 0.7, { overlap: 0.1 }));
  assert.deepEqual(verdicts(judgeSpiral(flat)), ['does not hold', 'does not hold', 'holds', 'differs', 'holds']);
  const one = spiral(({ lambda }) => (lambda === 0.01 ? row(1, 0.6, { overlap: 0.2 }) : undefined));
  assert.equal(judgeSpiral(one)[0].verdict, 'differs');
  const deeper = spiral(({ hidden }) => (hidden.length === 4 ? row(0.95, 0.99, { overlap: 0.95 }) : undefined));
  assert.equal(judgeSpiral(deeper)[4].verdict, 'does not hold');
  const onlyThere = [...deeper, ...groups([['spiral-1', { lambda: 3, hidden: layers(3) }, row(1, 1, { overlap: 1 })]])];
  assert.equal(judgeSpiral(onlyThere)[4].verdict, 'does not hold');
  const likeNothing = spiral(({ lambda }) => (lambda === 10 ? row(0.5, 0.5, { overlap: 0 }) : undefined));
  assert.equal(judgeSpiral(likeNothing)[2].verdict, 'does not hold');
});

test('the start with the lowest objective is selected, not the one with the best test score', () => {
  const fit = (seed, objective, accuracy) => [
    'spiral-1',
    { seed, hidden: [] },
    { train: { objective }, test: { accuracy } },
  ];
  const [group] = groups([fit(1, 2, 0.9), fit(2, 1, 0.5), fit(3, 3, 1)]);
  assert.equal(group.test.accuracy.count, 3);
  assert.equal(lowest(group).cell.options.seed, 2);
  const [half] = groups([fit(1, 2, 0.9), ['spiral-1', { seed: 2, hidden: [] }, { error: 'diverged: x' }]]);
  assert.deepEqual([half.done.length, half.failed], [1, 1]);
});

const auc = (value) => ({ test: { auc: value } });
const fold = (number, without) => ({
  folds: 10,
  trial: 1,
  fold: number,
  ...(without === undefined ? {} : { without }),
});

test('AUC: wins are counted, and depth is compared between small and large sets', () => {
  const sets = ['sonar', 'alizadeh', 'spambase', 'epileptic'];
  /** The best depth, and another depth if there is a choice. */
  const all = (value, depth, others = [1]) => {
    const points = sets.flatMap((set) =>
      ['trip', 'pca', 'lda'].flatMap((method) => [1, 2].map((rank) => [set, method, rank])),
    );
    const { cells, rows } = made(
      points.flatMap(([set, method, rank]) =>
        [depth(set), ...others].map((tried, t) => [
          set,
          { method, ranks: [rank], hidden: layers(tried) },
          auc(value(set, method) - 0.01 * t),
          fold(0),
        ]),
      ),
    );
    return verdicts(judgeAuc(choicesOf(cells, rows)));
  };
  const isTrip = (_, method) => (method === 'trip' ? 0.9 : 0.8);
  const deepWhenLarge = (set) => (set === 'spambase' || set === 'epileptic' ? 3 : 0);
  assert.deepEqual(all(isTrip, deepWhenLarge), ['holds', 'holds', 'holds']);
  assert.deepEqual(all(isTrip, deepWhenLarge, []), ['holds', 'holds']);
  assert.deepEqual(
    all(
      (_, method) => (method === 'lda' ? 0.9 : 0.8),
      () => 2,
    ),
    ['does not hold', 'does not hold', 'does not hold'],
  );
  assert.deepEqual(
    all((set, method) => (method === (set < 'm' ? 'pca' : 'trip') ? 0.9 : 0.8), deepWhenLarge),
    ['differs', 'differs', 'holds'],
  );
});

test('AUC: what is clear by the paired folds is counted, and both numbers of settings are told', () => {
  const sets = ['sonar', 'alizadeh', 'spambase'];
  const above = {
    sonar: [0.1, 0.11, 0.09, 0.1],
    alizadeh: [-0.1, -0.11, -0.09, -0.1],
    spambase: [0.3, -0.2, 0.2, -0.25],
  };
  const { cells, rows } = made(
    sets.flatMap((set) =>
      [1, 2].flatMap((rank) =>
        ['trip', 'pca', 'lda'].flatMap((method) =>
          above[set].map((more, f) => [
            set,
            { method, ranks: [rank], hidden: [] },
            auc(0.5 + f / 50 + (method === 'trip' ? more : method === 'lda' ? -0.2 : 0)),
            fold(f),
          ]),
        ),
      ),
    ),
  );
  const [one] = judgeAuc(choicesOf(cells, rows));
  assert.equal(one.verdict, 'holds');
  assert.match(one.because, /^best on 2 of 3 sets, by more than 2 standard errors .* on 1 and below it on 1;/);
  assert.match(one.because, /among 1 settings of TRIP and 1 of the others/);
});

test('a nested choice uses the inner scores, not the reported ones', () => {
  const options = (lambda) => ({ ranks: [1], lambda, hidden: [] });
  const { cells, rows } = made([
    ['sonar', options(0.1), auc(0.95), fold(0)],
    ['sonar', options(1), auc(0.7), fold(0)],
    ['sonar', options(0.1), auc(0.6), fold(1, 0)],
    ['sonar', options(1), auc(0.8), fold(1, 0)],
  ]);
  const [choice] = choicesOf(cells, rows);
  assert.deepEqual([choice.auc.mean, choice.lambda], [0.95, 0.1]);
  assert.equal(choice.nested.mean, 0.7);
  const [chosen, ...more] = chosenCells(cells, rows);
  assert.deepEqual([nameOf(chosen), more], [nameOf(cells[1]), []]);
  // Before the choice of each outer fold is scored, a mean would be that of some folds only.
  const scored = rows.get(nameOf(cells[1]));
  rows.delete(nameOf(cells[1]));
  assert.equal(choicesOf(cells, rows)[0].nested, undefined);
  rows.set(nameOf(cells[1]), scored);
  rows.delete(nameOf(cells[3]));
  assert.deepEqual(chosenCells(cells, rows), []);
  assert.equal(choicesOf(cells, rows)[0].nested, undefined);
});

test('a setting with a good score on few folds is not compared with settings that were run on all', () => {
  const options = (lambda) => ({ ranks: [1], lambda, hidden: [] });
  const { cells, rows } = made([
    ['sonar', options(0.1), auc(0.99), fold(0)],
    ['sonar', options(1), auc(0.8), fold(0)],
    ['sonar', options(1), auc(0.7), fold(1)],
  ]);
  assert.deepEqual(
    choicesOf(cells, rows).map(({ lambda, auc: { mean } }) => [lambda, mean]),
    [[1, 0.75]],
  );
});

test('Iris and Wine: accuracies', () => {
  const all = (values) =>
    verdicts(
      judgeAccuracies(
        groups(
          values.map(([method, depth, accuracy]) => ['iris', { method, hidden: layers(depth) }, row(1, accuracy)]),
        ),
      ),
    );
  assert.deepEqual(
    all([
      ['trip', 0, 0.97],
      ['trip', 2, 0.96],
      ['pca', 0, 0.9],
      ['pca', 2, 0.95],
      ['lda', 0, 0.96],
    ]),
    ['holds', 'holds'],
  );
  assert.deepEqual(
    all([
      ['trip', 0, 0.8],
      ['trip', 2, 0.98],
      ['pca', 0, 0.9],
      ['lda', 0, 0.9],
    ]),
    ['does not hold', 'does not hold'],
  );
});

test('directions are judged by their signs, for any spelling of the names', () => {
  const direction = [
    { name: 'petal_length', weight: 0.8 },
    { name: 'Sepal width (cm)', weight: -0.6 },
  ];
  assert.equal(judgeDirection('', direction, ['petal length'], ['sepal width']).verdict, 'holds');
  assert.equal(judgeDirection('', direction, ['sepal width'], ['petal length']).verdict, 'does not hold');
  assert.equal(judgeDirection('', direction, ['petal length', 'hue'], ['sepal width']).verdict, 'differs');
});

test('regression, axes and the table', () => {
  const rmse = (trip, tucker) =>
    verdicts(
      judgeRegression(
        groups([
          ['network', {}, { test: { rmse: trip } }],
          ['network', { method: 'tucker' }, { test: { rmse: tucker } }],
        ]),
      ),
    );
  assert.deepEqual([...rmse(1, 2), ...rmse(1.99, 2), ...rmse(2, 1)], ['holds', 'differs', 'does not hold']);
  const axes = (correlation, up) => verdicts(judgeAxes({ correlation, up, top: [] }));
  assert.deepEqual(
    axes(
      [
        [0.99, 0.05],
        [-0.98, 0.1],
      ],
      [0.5, 0.4],
    ),
    ['holds', 'holds'],
  );
  assert.deepEqual(
    axes(
      [
        [0.3, 0.9],
        [0.98, 0.1],
      ],
      [1, 0.1],
    ),
    ['does not hold', 'does not hold'],
  );
  assert.equal(judgeAxes({ correlation: [[1, 0]], up: [0.5, 0], top: [] })[1].verdict, 'differs');
  const table = (listed) =>
    judgeTable(
      {
        top: [
          [listed, [3, 4]],
          [
            [5, 6],
            [7, 8],
          ],
        ],
      },
      [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [5, 6],
          [7, 8],
        ],
      ],
    ).verdict;
  assert.deepEqual(
    [table([1, 2]), table([1, 9]), judgeTable({ top: [[[9, 9]], [[9, 9]]] }, [[[1]], [[2]]]).verdict],
    ['holds', 'differs', 'does not hold'],
  );
});

test('times: the line, the work, and the lowest of the rounds', () => {
  const line = fitLine([1, 2, 3], [3, 5, 7]);
  assert.deepEqual([line.slope, line.intercept, line.r2], [2, 1, 1]);
  const two = fitTwo([0, 1, 2, 3], [0, 1, 4, 9], [5, 4, 7, 14]);
  const expected = { second: 2, slope: -3, intercept: 5, r2: 1 };
  for (const [key, value] of Object.entries(expected)) assert.ok(Math.abs(two[key] - value) < 1e-12, key);
  for (const [i, value] of [5, 4, 7, 14].entries()) assert.ok(Math.abs(two.fitted[i] - value) < 1e-12);
  // A line has no square.
  assert.equal(fitTwo([-1, 0, 1], [1, 0, 1], [-1, 0, 1]).second, 0);
  const curve = (cpu) => {
    const cells = [100, 200, 300, 400].flatMap((nonzeros) =>
      [1, 2, 3].map((round) => ({ dims: [1000], nonzeros, round, options: { ranks: [2] } })),
    );
    const rows = new Map(cells.map((cell) => [nameOfTime(cell), { cpu: cpu(cell), wall: 1 }]));
    return curvesOf(cells, rows).filter(({ over }) => over === 'nonzeros');
  };
  // Two of three rounds are disturbed, which does not change the lowest.
  const straight = curve(({ nonzeros, round }) => nonzeros + (round === 2 ? 0 : 1000));
  assert.equal(straight[0].line.r2, 1);
  assert.deepEqual(verdicts(judgeTimes(straight)), ['holds']);
  assert.deepEqual(verdicts(judgeTimes(curve(({ nonzeros }) => nonzeros ** 4))), ['does not hold']);
  // Six columns take the time of eight, and every rank adds its square. The times follow the work, not a line.
  const ranks = [2, 4, 6, 8, 10, 12].map((rank) => ({
    dims: [1000],
    nonzeros: 100,
    round: 0,
    options: { ranks: [rank] },
  }));
  const cpu = ({
    options: {
      ranks: [rank],
    },
  }) => 5 + 4 * Math.ceil(rank / 4) + rank ** 2;
  const [bent] = curvesOf(ranks, new Map(ranks.map((cell) => [nameOfTime(cell), { cpu: cpu(cell), wall: 1 }])));
  assert.ok(bent.line.r2 < 0.97 && Math.abs(bent.work.r2 - 1) < 1e-12);
  assert.match(judgeTimes([bent])[0].because, /line 1000: 0\.9\d+ .* polar factors, 1000: 1\.0000$/);
});

test('a quick run with fewer folds than the protocol, or one setting, judges no claim on held-out folds', () => {
  const plan = plans.fig4;
  const judge = (cells) => {
    const rows = new Map(
      cells.map((cell, c) => [
        nameOf(cell),
        { cell: nameOf(cell), test: { auc: cell.options.method ? 0.5 : 0.9 - c / 1e6 } },
      ]),
    );
    return reserved(judgeAuc(choicesOf(cells, rows)), { plan, cells, rows });
  };
  const [{ cells: quick }, { cells: coarse }] = stagesOf(plan);
  const [first, ...others] = judge(quick);
  assert.equal(first.verdict, 'cannot be judged');
  assert.match(first.because, /^2 of 10 folds, .*1 of 35 settings.* of the protocol, .*so far: best on 10 of 10 sets/);
  assert.ok(others.every(({ verdict }) => verdict === 'cannot be judged'));
  assert.deepEqual(verdicts(judge([...quick, ...coarse])).slice(0, 2), ['holds', 'holds']);
  // All folds of one setting.
  const one = coarse.filter(({ options: { lambda = 0.1, hidden } }) => lambda === 0.1 && hidden.length === 2);
  const [alone] = judge(one);
  assert.equal(alone.verdict, 'cannot be judged');
  assert.match(alone.because, /^1 of 35 settings of the protocol/);
  // Claims that are not about folds stay.
  const other = { plan: 'fig4', claim: 'a', verdict: 'holds', because: 'b' };
  assert.deepEqual(reserved([other], { plan, cells: quick, rows: new Map() }), [other]);
});
