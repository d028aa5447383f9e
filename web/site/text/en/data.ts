/** What the page says of its data. Names of classes and variables belong to the data and are not translated. */

import { live } from '../language.svelte.ts';

export const dataText = live('dataText', {
  spiral: {
    name: 'Spiral',
    about: (dimensions: number) =>
      `A spiral is hidden in ${dimensions} dimensions. PCA and LDA look from fixed sides; TRIP learns where to look, live in your browser.`,
  },
  rings: {
    name: 'Rings',
    about: (dimensions: number) =>
      `A ring within a ring, hidden in ${dimensions} dimensions. Both have the same middle, so the class means say nothing.`,
  },
  helix: {
    name: 'Double helix (3-D)',
    about: (dimensions: number) =>
      `Two strands wind around one another in three of ${dimensions} dimensions. Every plane crosses them, so TRIP keeps three axes: turn them with the mouse, a finger or the arrow keys.`,
  },
  iris: {
    name: 'Iris',
    about: 'Sepals and petals of 150 irises of three species: four measurements each, of which two axes are learned.',
  },
  wine: {
    name: 'Wine',
    about: 'Thirteen measurements of 178 wines from three cultivars. Which of them tell the cultivars apart?',
  },
  digits: {
    name: 'Digits (matrices)',
    about:
      'Handwritten digits as matrices of 8 × 8 grey levels. TRIP learns one projection for the rows and one for the columns.',
  },
  network: {
    name: 'Network (regression)',
    about:
      'Gene networks of 36 targets by 24 regulators. The response, a number, hides in how two groups act; louder groups mean nothing.',
  },
  cube: {
    name: 'Cubes (three modes)',
    about:
      'Cubes of 10 × 8 × 6 numbers. The class is the sign of a product in a hidden 2 × 2 × 2 core, under directions that are far louder.',
  },
  own: {
    name: 'Your own table',
    about: 'Your own table: choose the file, say what is to be predicted, and train. It stays in this page.',
  },
  ownClasses: (name: string, rows: string, variables: number, classes: number) =>
    `${name}: ${rows} rows, ${variables} ${variables === 1 ? 'variable' : 'variables'}, ${classes} classes to predict. Your table stays in this page; nothing is sent.`,
  ownNumber: (name: string, rows: string, variables: number) =>
    `${name}: ${rows} rows, ${variables} ${variables === 1 ? 'variable' : 'variables'}, a number to predict. Your table stays in this page; nothing is sent.`,
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
