/** Values shared by several plans. */

/** Zero to four hidden layers of ten. */
export const depths = [0, 1, 2, 3, 4].map((layers): readonly number[] => Array(layers).fill(10));
export const lambdas = [1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10];
export const ranks = [1, 2, 3, 4, 5].map((rank): readonly number[] => [rank]);

/** The nine 2-class sets of the paper's table, and Musk from the source of the paper's data; small sets first. */
export const twoClassSets = [
  'sonar',
  'colposcopies',
  'alizadeh',
  'sports',
  'secom',
  'ozone',
  'spambase',
  'theorem',
  'musk',
  'epileptic',
];
