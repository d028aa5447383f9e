/** All assessments as one part, which the trainer loads when the first one begins. */

export { planCrossValidation } from './cross-validation.js';
export { planPermutationTest } from './permutation-test.js';
export { planSelection } from './selection.js';
export { planStability } from './stability.js';
