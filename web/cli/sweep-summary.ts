/** The summary of a sweep as text. */

import { type ScoreName, type Spread, type SweepSummary, scoreTable } from 'trip-wasm';
import { align, short } from './terminal.js';

/** Scores in training units follow lambda and the scaling, so that points cannot be compared by them. */
const scoreNames = (Object.keys(scoreTable) as ScoreName[]).filter((name) => scoreTable[name].pooled);

/** One line per point of the grid: the varied options, and the scores on the held-out folds. */
export function summaryOf(summary: readonly SweepSummary[]): string[] {
  const own = scoreNames.filter((name) => summary.some(({ test }) => test[name] !== undefined));
  const varied = [...new Set(summary.flatMap(({ options }) => Object.keys(options)))];
  const rows = summary.map(({ options, test }) => [
    ...varied.map((name) => textOf((options as Record<string, unknown>)[name])),
    ...own.map((name) => spreadOf(test[name])),
  ]);
  const gaps = own.flatMap((name) => {
    const counts = [...new Set(summary.map(({ test }) => test[name]?.defined ?? 0))].sort((a, b) => a - b);
    const all = Math.max(...summary.map(({ cells, failed }) => cells - failed));
    return (counts[0] as number) < all ? [`${name} is defined in ${counts.join(' or ')} of ${all} fits`] : [];
  });
  return [
    ...align([[...varied, ...own], ...rows]),
    'mean +- standard deviation over the held-out folds',
    ...gaps.map((gap) => `${gap}; its mean leaves out the other fits`),
  ];
}

function spreadOf(spread: Spread | undefined): string {
  return spread === undefined ? 'not defined' : `${short(spread.mean)} +- ${short(spread.deviation)}`;
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'object' && !Array.isArray(value)) return JSON.stringify(value);
  return Array.isArray(value) ? value.join(',') || 'none' : String(value);
}
