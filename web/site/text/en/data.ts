/** Strings about the data. Names of classes belong to the data and are not translated; variables.ts has those of variables. */

import { live } from '../language.svelte.ts';

export const dataText = live('dataText', {
  spiral: {
    name: 'Spiral',
    about: (dimensions: number) =>
      `A spiral is hidden in ${dimensions} dimensions: PCA and LDA choose planes beforehand and miss it, TRIP turns its plane as its network learns.`,
  },
  rings: {
    name: 'Rings',
    about: (dimensions: number) =>
      `A ring within a ring is hidden in ${dimensions} dimensions. Both have the same centre, so the class means carry no information.`,
  },
  helix: {
    name: 'Double helix (3-D)',
    about: (dimensions: number) =>
      `Two strands wind around one another in three of ${dimensions} dimensions. The strands cross in every plane, so TRIP keeps three axes. Turn them with the mouse, a finger or the arrow keys.`,
  },
  roll: {
    name: 'Swiss roll',
    about: (dimensions: number) =>
      `A sheet is rolled up in three of ${dimensions} dimensions, and the classes alternate in stripes along it. Only a view along the axis of the roll separates the stripes; TRIP finds this view.`,
  },
  iris: {
    name: 'Iris',
    about: 'Sepals and petals of 150 irises of three species. TRIP learns two axes from four measurements.',
  },
  wine: {
    name: 'Wine',
    about: 'Thirteen measurements of 178 wines from three cultivars. Which measurements separate the cultivars?',
  },
  digits: {
    name: 'Digits (matrices)',
    about:
      'Handwritten digits as matrices of 8 × 8 grey levels. TRIP learns one projection for the rows and one for the columns.',
  },
  network: {
    name: 'Gene networks (regression)',
    about:
      'Gene networks of 36 targets by 24 regulators, each in five groups, A to E. The response is a number. Two groups have the largest values: are they also the ones that determine it?',
  },
  cube: {
    name: 'Cubes (three modes)',
    about:
      'Cubes of 10 × 8 × 6 numbers. The class is the sign of a product in a hidden 2 × 2 × 2 core. Other directions vary far more.',
  },
  noise: {
    name: 'Pure noise',
    about:
      'Samples of 200 random numbers, in two classes that were drawn at random too. With sixty samples TRIP separates them all the same. Is it real?',
  },
  own: {
    name: 'Your own table',
    about: 'Your own table: choose the file and the column to predict, and train. It stays in this page.',
  },
  ownClasses: (name: string, rows: string, variables: number, classes: number) =>
    `${name}: ${rows} rows, ${variables} ${variables === 1 ? 'variable' : 'variables'}, ${classes} classes to predict. Your table stays in this page; nothing is sent.`,
  ownNumber: (name: string, rows: string, variables: number) =>
    `${name}: ${rows} rows, ${variables} ${variables === 1 ? 'variable' : 'variables'}, a number to predict. Your table stays in this page; nothing is sent.`,
  ownShape: (name: string, samples: string, size: string, classes: number) =>
    `${name}: ${samples} samples of ${size} numbers, ${classes > 0 ? `${classes} classes` : 'a number'} to predict. Your data stay in this page; nothing is sent.`,
  modes: {
    variables: 'variables',
    rows: 'rows',
    columns: 'columns',
    targets: 'targets',
    regulators: 'regulators',
    'first mode': 'first mode',
    'second mode': 'second mode',
    'third mode': 'third mode',
  },
});
