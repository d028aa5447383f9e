// Figure 5: Iris and Wine.
import * as Plot from '@observablehq/plot';
import {
  best,
  directionOf,
  groupsOf,
  judgeAccuracies,
  judgeDirection,
  lowest,
  sourceOf,
} from '../../build/experiments/index.js';
import { arrange, classMarks, contours, methodMarks, panel, scatter, squareOf } from './draw.mjs';
import { tableOf } from './tables.mjs';

const classes = { iris: ['Setosa', 'Versicolor', 'Virginica'], wine: ['class 1', 'class 2', 'class 3'] };

/** The paper's interpretation of the arrows towards a class, over the samples of two classes. */
const readings = {
  iris: [
    {
      claim: 'iris: Virginica against Versicolor means larger petal, smaller sepal.',
      ...{ target: 2, among: [1, 2], rise: ['petal_length', 'petal_width'], fall: ['sepal_length', 'sepal_width'] },
    },
  ],
  wine: [
    {
      claim:
        'wine: class 1 against 2 means higher color intensity, proline, alcohol, ash, and lower hue and alcalinity of ash.',
      ...{
        target: 0,
        among: [0, 1],
        rise: ['color_intensity', 'proline', 'alcohol', 'ash'],
        fall: ['hue', 'alcalinity_of_ash'],
      },
    },
    {
      claim:
        'wine: class 3 against 2 means higher color intensity, proline, alcohol, ash, and lower hue and flavanoids.',
      ...{
        target: 2,
        among: [1, 2],
        rise: ['color_intensity', 'proline', 'alcohol', 'ash'],
        fall: ['hue', 'flavanoids'],
      },
    },
  ],
};

const accuracyPanel = (set, groups) => {
  const methods = ['trip', 'pca', 'lda'];
  const entries = [0, 1, 2, 3, 4].flatMap((layers) =>
    methods.flatMap((method) => {
      const top = best(
        groups.filter((group) => group.layers === layers && group.method === method),
        'accuracy',
      );
      return top === undefined ? [] : { layers, method: methodMarks[method].title, ...top.test.accuracy };
    }),
  );
  const fills = { TRIP: '#333', PCANN: 'white', LDANN: '#aaa' };
  return panel(`${sourceOf(set).title}: accuracy`, {
    width: 330,
    height: 230,
    marginLeft: 40,
    marginBottom: 36,
    x: { domain: methods.map((method) => methodMarks[method].title), axis: null },
    fx: { label: 'hidden layers', axis: 'bottom' },
    y: { domain: [Math.min(0.8, ...entries.map(({ mean }) => mean - 0.02)), 1], label: null, grid: true },
    marks: [
      Plot.rectY(entries, {
        fx: 'layers',
        x: 'method',
        y1: 0.5,
        y2: 'mean',
        fill: ({ method }) => fills[method],
        stroke: 'black',
        clip: true,
      }),
      Plot.ruleY([1], { stroke: '#ccc' }),
    ],
  });
};

/** Panels of each class: samples on its rotated axes, its probability, and the arrows of its local coefficients. */
function classPanels(set, data, model, explanation) {
  return explanation.targets.map((target, c) => {
    const points = Array.from(data.labels, (_, n) => [target.rotated[0][2 * n], target.rotated[0][2 * n + 1]]);
    const bounds = squareOf(points, 0.15);
    const [r00, r01, r10, r11] = target.rotation[0];
    // A point on the rotated axes has R times its coordinates on the axes of C.
    const back = (flat) =>
      flat.map((_, i) => (i % 2 === 0 ? r00 * flat[i] + r01 * flat[i + 1] : r10 * flat[i - 1] + r11 * flat[i]));
    const predict = (flat) => model.predictProbaLatent(back(flat));
    const arrows = arrowsOf(points, (n) => explanation.local(n).targets[c].rotated[0], bounds);
    return panel(`${sourceOf(set).title}: probability of ${classes[set][c]}`, {
      width: 260,
      height: 260,
      margin: 8,
      x: { domain: bounds[0], axis: null },
      y: { domain: bounds[1], axis: null },
      marks: [
        Plot.frame({ stroke: '#888' }),
        ...contours(bounds, predict, explanation.targets.length, c),
        arrows,
        ...classMarks.map((mark, l) =>
          scatter(
            points.filter((_, n) => data.labels[n] === l),
            mark,
          ),
        ),
      ],
    });
  });
}

/** Scales the arrows, so that the longest is a seventh of the picture. */
export function arrowsOf(points, coefficients, [[x1, x2], [y1, y2]]) {
  const vectors = points.map((_, n) => coefficients(n));
  const longest = Math.max(...vectors.map(([x, y]) => Math.hypot(x, y)));
  const factor = Math.min(x2 - x1, y2 - y1) / 7 / longest;
  const entries = points.map(([x, y], n) => ({
    x,
    y,
    toX: x + factor * vectors[n][0],
    toY: y + factor * vectors[n][1],
  }));
  return Plot.arrow(entries, {
    x1: 'x',
    y1: 'y',
    x2: 'toX',
    y2: 'toY',
    stroke: '#555',
    strokeWidth: 0.7,
    headLength: 5,
  });
}

function contributionPanel(title, direction) {
  const extent = Math.max(...direction.map(({ weight }) => Math.abs(weight)));
  return panel(title, {
    width: 380,
    height: 70 + 17 * direction.length,
    marginLeft: 175,
    x: { domain: [-extent, extent], label: null, grid: true },
    y: { domain: direction.map(({ name }) => name), label: null },
    marks: [
      Plot.barX(direction, {
        x: 'weight',
        y: 'name',
        fill: ({ weight }) => (weight < 0 ? 'white' : '#555'),
        stroke: 'black',
      }),
      Plot.ruleX([0]),
    ],
  });
}

async function oneSet(set, { trip, load, cells, rows }) {
  const { data } = await load(set);
  const own = cells.filter((cell) => cell.set === set);
  const groups = groupsOf(
    own.filter(({ split }) => split !== undefined),
    rows,
  );
  const [kept] = groupsOf(
    own.filter(({ keep }) => keep),
    rows,
  );
  const model = trip.restore(lowest(kept).row.model);
  const explanation = model.explain(data);
  try {
    const directions = readings[set].map((reading) => ({
      ...reading,
      direction: directionOf(explanation, data, reading.target, reading.among),
    }));
    return {
      groups,
      accuracy: accuracyPanel(set, groups),
      planes: classPanels(set, data, model, explanation),
      contributions: directions.map(({ direction, target, among }) =>
        contributionPanel(
          `${sourceOf(set).title}: towards ${classes[set][target]} among ${among.map((c) => classes[set][c]).join(' and ')}`,
          direction,
        ),
      ),
      judged: directions.map(({ claim, direction, rise, fall }) => judgeDirection(claim, direction, rise, fall)),
    };
  } finally {
    explanation.dispose();
    model.dispose();
  }
}

export async function fig5(around) {
  const [iris, wine] = [await oneSet('iris', around), await oneSet('wine', around)];
  const groups = [...iris.groups, ...wine.groups];
  const accuracyNote =
    'Dark: TRIP, white: PCANN, grey: LDANN; 0 to 4 hidden layers from left to right, best lambda; mean over the folds.';
  return {
    figures: {
      'fig5-accuracy': arrange('Iris and Wine: accuracy', [iris.accuracy, wine.accuracy], { notes: [accuracyNote] }),
      'fig5-iris': arrange('Iris: classes on their rotated axes', iris.planes, {
        notes: [
          'Circles: Setosa, triangles: Versicolor, squares: Virginica. Arrows: local regression coefficients (sigma 1).',
        ],
      }),
      'fig5-wine': arrange('Wine: classes on their rotated axes', wine.planes, {
        notes: [
          'Circles: class 1, triangles: class 2, squares: class 3. Arrows: local regression coefficients (sigma 1).',
        ],
      }),
      'fig5-variables': arrange(
        'What the arrows mean in the variables',
        [...iris.contributions, ...wine.contributions],
        {
          notes: [
            'Mean of the local regression coefficients over the samples of the two classes, scaled to unit length.',
          ],
        },
      ),
    },
    tables: { fig5: tableOf(groups, ['accuracy']) },
    judged: [...judgeAccuracies(groups), ...iris.judged, ...wine.judged],
  };
}
