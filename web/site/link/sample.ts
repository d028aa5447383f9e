/** The sample that is explained, as a link carries it. */

import type { Problem } from './problems.ts';

/** A sample by its index in the fit samples or the test samples. */
export interface SampleRef {
  readonly set: 'train' | 'test';
  readonly index: number;
}

/** `12` of the fit samples, `t12` of the test samples: the numbers that the page shows, from 1. */
export const writeSample = ({ set, index }: SampleRef): string => `${set === 'test' ? 't' : ''}${index + 1}`;

export function readSample(text: string | undefined, problems: Problem[]): SampleRef | undefined {
  if (text === undefined) return undefined;
  const [, test, index] = /^(t?)([1-9]\d{0,6})$/.exec(text) ?? [];
  if (index !== undefined) return { set: test === 't' ? 'test' : 'train', index: Number(index) - 1 };
  problems.push({ code: 'badSample', part: `sn=${text}`, count: undefined });
  return undefined;
}
