/** Strings of the goals in the tool, one for each step of the path. `limit` is the value that decides. */

import { live } from '../language.svelte.ts';

export const goalText = live('goalText', {
  region: 'Goal in the tool',
  nowTry: 'Now try',
  start: 'Set up the tool',
  again: 'Set up the tool again',
  back: (step: number) => `Back to step ${step}`,
  close: 'End this goal',
  nothingYet: 'No result yet.',
  soFar: (value: string) => `Now: ${value}.`,
  reached: (value: string) => `Goal reached: ${value}.`,
  reachedBefore: 'Goal reached.',
  points: (value: string) => `${value} points`,
  /** The number that decides. */
  measured: {
    beat: (value: string) => `${value} of the unseen samples with your best plane`,
    pca: (value: string) => `${value} of the unseen samples with PCA`,
    lda: (value: string) => `LDA loses ${value} from fit to unseen samples`,
    trip: (value: string) => `the plane shown is ${value} off the true plane`,
    lambda: (value: string) => `${value} of the unseen samples with TRIP`,
    lottery: (value: string) => `${value} of the unseen samples with this start`,
    chooses: (value: string) => `${value} of the unseen samples with the chosen start`,
    axes: (value: string) => `you look ${value} past the axis of the helix`,
    read: (value: string) => `${value} has the largest weight`,
    matrices: (value: string) => `TRIP is ahead by ${value}`,
    noise: (value: string) => `TRIP gets ${value} of its own samples right`,
  },
  tasks: {
    beat: (limit: string) =>
      `Turn the plane by hand until the network gets more than ${limit} of the unseen samples right. Then let TRIP take over.`,
    pca: (limit: string) =>
      `PCA is not always wrong. Choose other data, on which PCA gets more than ${limit} of the unseen samples right.`,
    lda: (limit: string) =>
      `Leave LDA less to chance: change the numbers of samples and of noise dimensions until its accuracy on unseen samples is within ${limit} of that on the fit samples.`,
    trip: (limit: string) =>
      `Find a start that misses: choose one of the five starts below the tool whose plane is more than ${limit} off the true plane. Compare its objective with that of the chosen one.`,
    lambda: (limit: string) =>
      `Find a λ with which TRIP gets more than ${limit} of the unseen samples right. Begin at the large end, where the plane resembles that of PCA.`,
    lottery: (limit: string) =>
      `Try your luck with a single start: press “New start” until TRIP gets more than ${limit} of the unseen samples right. Count the attempts.`,
    chooses: (limit: string) =>
      `Two starts are too few here. Raise the number of starts until the one with the lowest objective gets more than ${limit} of the unseen samples right.`,
    axes: (limit: string) =>
      `Turn TRIP’s picture until you look along the axis around which the strands wind, within ${limit}. Both strands then lie on the same ring.`,
    read: (limit: string) =>
      `Weights depend on units. Change one setting so that ${limit}, which is measured in the largest numbers, has the largest weight.`,
    matrices: (limit: string) => `Find settings with which TRIP is ahead of Tucker by ${limit} or more.`,
    noise: (limit: string) =>
      `Leave TRIP less to chance: change the number of samples or λ until it gets less than ${limit} of its own samples right, on the same noise.`,
  },
  /** The lesson of a goal that was reached. */
  learned: {
    beat: 'Now press “Let TRIP take over”: training goes on from your plane.',
    pca: 'Here the directions of large variance are those that differ between the classes.',
    lda: 'With fewer directions for each sample, chance separates less, so both accuracies agree. More samples do not move the means apart.',
    trip: 'A start that misses has a higher objective. Step 7 shows that for twelve starts.',
    lambda: 'A smaller λ fits by chance, and a larger one returns to the plane of PCA.',
    lottery: 'How many presses did it take? Several starts replace them.',
    chooses: 'The unseen samples had no part in that choice.',
    axes: 'In this direction the third coordinate is lost, and with it the difference between the strands.',
    read: 'Without standardising, a weight belongs to one unit of its variable: compare weights only between variables of one scale.',
    matrices: 'The fewer numbers are left, the more it matters that they are those that the network needs.',
    noise:
      'The more samples there are for each variable, and the more of the data a plane must keep, the less can be separated by chance.',
  },
});
