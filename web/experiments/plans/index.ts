/** All plans by name: first in the order of the paper, then the plans beyond it. */

import type { Plan, PlanName } from '../types.js';
import { auto, weak } from './auto.js';
import { chance } from './chance.js';
import { choice } from './choice.js';
import { fig4 } from './fig4.js';
import { fig5 } from './fig5.js';
import { fig6, table2 } from './fig6.js';
import { fig7 } from './fig7.js';
import { fig1, fig3 } from './spiral.js';
import { table3 } from './table3.js';

export const plans: { readonly [name in PlanName]: Plan } = {
  ...{ fig1, fig3, fig4, fig5, fig6, table2, fig7 },
  ...{ auto, weak, choice, table3, chance },
};
