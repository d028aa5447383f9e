/** Strings of the notes on the axes of a picture. */

import { live } from '../language.svelte.ts';

export const views = live('views', {
  rotatedAxes: (rank: number) =>
    `The first two of ${rank} rotated axes, at their own scale. Colours and boundaries hold at the mean of the other axes.`,
  modelAxes: (reason: string) => `The first two axes of the model, not rotated: ${reason}.`,
  gap: ' ',
  notRotated: (reason: string) => `The axes are those of the model, not rotated: ${reason}.`,
  axisOfMode: (axis: number, mode: string) => `${mode} axis ${axis}`,
  rotatedAxis: (axis: number) => `rotated axis ${axis}`,
  viewAxes: (across: string, up: string) => `Across: ${across}. Up: ${up}.`,
  planeAxes: 'Along this plane the predictions change most.',
  nearestAxes: (across: string, acrossR: string, up: string, upR: string) =>
    `Across, near ${across} (r = ${acrossR}); up, near ${up} (r = ${upR}).`,
  othersAtMean: (others: number) =>
    others === 1
      ? 'Colours hold where the third coordinate is at its mean.'
      : `Colours hold where the other ${others} coordinates are at their mean.`,
  readClasses: (all: number, network: string, two: string) =>
    `From these two axes alone, the nearest fit samples would name ${two} of the unseen samples correctly. The network, which uses all ${all} coordinates, names ${network}.`,
  readValues: (all: number, network: string, two: string) =>
    `From these two axes alone, the nearest fit samples would explain ${two} of the variance of the unseen samples. The network, which uses all ${all} coordinates, explains ${network}.`,
  overlapping: 'Samples that overlap here may be apart in the other coordinates.',
});
