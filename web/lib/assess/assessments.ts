/** All assessments as one part, which the trainer loads when the first one begins. */

export { planCrossValidation } from './cross-validate.js';
export { planPermutationTest } from './permutation.js';
export { planSelection } from './select.js';
export { planStability } from './stability.js';
