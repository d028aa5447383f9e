// Figure 7: time and memory of training.
import * as Plot from '@observablehq/plot';
import { curvesOf, judgeTimes } from '../../build/experiments/index.js';
import { arrange, panel } from './draw.mjs';

const styles = [
  { symbol: 'circle', fill: 'white', stroke: '#1f5fa8', strokeDasharray: '1.5 3' },
  { symbol: 'square', fill: '#bbb', stroke: '#555', strokeDasharray: '5 3' },
  { symbol: 'triangle', fill: '#c2410c', stroke: '#c2410c' },
  { symbol: 'star', fill: 'black', stroke: 'black', strokeDasharray: '8 2 2 2' },
];

const titleOf = (dims) => `K = ${dims.length}${dims.length === 1 ? ` (${dims[0].toLocaleString('en')})` : ''}`;

function curvePanel(title, label, curves, value = ({ cpu }) => cpu) {
  const order = [...curves].sort((a, b) => a.dims.length - b.dims.length || a.dims[0] - b.dims[0]);
  const marks = order.flatMap(({ dims, points, line, work }) => {
    const { symbol, fill, stroke, strokeDasharray } =
      styles[dims.length === 1 ? (dims[0] > 1000 ? 1 : 0) : dims.length];
    const ends = [points[0], points.at(-1)].map(({ size }) => ({
      size,
      fitted: line && line.intercept + line.slope * size,
      value: 0,
    }));
    return [
      line
        ? Plot.line(ends, { x: 'size', y: 'fitted', stroke, strokeDasharray })
        : Plot.line(points, { x: 'size', y: value, stroke, strokeDasharray }),
      ...(work ? [Plot.line(points, { x: 'size', y: (_, i) => work.fitted[i], stroke, strokeWidth: 0.8 })] : []),
      Plot.dot(points, { x: 'size', y: value, symbol, fill, stroke, r: 3.2 }),
      Plot.text([{ ...points.at(-1), at: line ? ends[1].fitted : value(points.at(-1)) }], {
        x: 'size',
        y: 'at',
        text: () => titleOf(dims),
        textAnchor: 'start',
        dx: 8,
      }),
    ];
  });
  return panel(title, {
    width: 420,
    height: 330,
    marginLeft: 46,
    marginRight: 90,
    x: { label, labelAnchor: 'center', ticks: 5, zero: true },
    y: { label: null, grid: true, zero: true },
    marks: [Plot.frame({ stroke: '#888' }), ...marks],
  });
}

function memoryCurves(memory) {
  const dims = [...new Map(memory.map((one) => [one.dims.join(), one.dims])).values()];
  return dims.map((own) => {
    const points = memory
      .filter((one) => one.dims.join() === own.join())
      .map((one) => ({ ...one, size: one.nonzeros }));
    return {
      dims: own,
      points: [...new Map(points.map((one) => [one.size, one])).values()].sort((a, b) => a.size - b.size),
    };
  });
}

const three = (value) => value.toFixed(3);

const tablesOf = (curves, memory) => ({
  fig7: {
    head: ['over', 'dims', 'size', 'CPU ms an epoch', 'wall ms an epoch'],
    body: curves.flatMap(({ over, dims, points }) =>
      points.map(({ size, cpu, wall }) => [over, dims.join('x'), size, three(cpu), three(wall)]),
    ),
  },
  'fig7-lines': {
    head: ['over', 'dims', 'ms at 0', 'microseconds for one more', 'R^2', 'R^2 of the work'],
    body: curves.map(({ over, dims, line: { intercept, slope, r2 }, work }) => [
      ...[over, dims.join('x'), three(intercept), three(slope * 1000), r2.toFixed(5), work?.r2.toFixed(5) ?? ''],
    ]),
  },
  'fig7-memory': {
    head: ['dims', 'stored values a sample', 'WebAssembly heap, MB', 'process, MB'],
    body: memory.map(({ dims, nonzeros, heap, resident }) => [
      ...[dims.join('x'), nonzeros, heap.toFixed(1), resident.toFixed(0)],
    ]),
  },
});

export async function fig7({ timeCells, times, memory }) {
  const curves = curvesOf(timeCells, times);
  const of = (over) => curves.filter((curve) => curve.over === over);
  const panels = [
    curvePanel('(a) milliseconds of an epoch over stored values', 'stored values a sample', of('nonzeros')),
    curvePanel('(b) milliseconds of an epoch over one rank', 'J of the first mode', of('rank')),
    curvePanel('(c) WebAssembly heap, MB', 'stored values a sample', memoryCurves(memory), ({ heap }) => heap),
    curvePanel('(d) process, MB', 'stored values a sample', memoryCurves(memory), ({ resident }) => resident),
  ];
  const notes = [
    'Processor time of an epoch of 100 samples; lines by least squares.',
    '(b), thin: what is computed, columns in whole vectors of four and I J^2 for the polar factors.',
    'Memory: largest of a training in a process of its own.',
  ];
  return {
    figures: { fig7: arrange('Time and memory of training', panels, { columns: 2, notes }) },
    tables: tablesOf(curves, memory),
    judged: judgeTimes(curves),
  };
}
