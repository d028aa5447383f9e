// Runs a tiny plan in a separate process, so that the test can kill it: node tiny-run.mjs OUT
import { plans } from '../../build/experiments/index.js';
import { Session } from '../../web/reproduce/session.mjs';
import { assessor, executorFor, tiny, trip } from './support.mjs';

const plan = tiny(plans.fig1);
const [study] = plan.quick;
const longer = {
  ...study,
  grids: study.grids.map((grid) => ({ ...grid, epochs: [60] })),
  protocol: { kind: 'whole', trials: 6 },
};
const session = new Session({ trip, executor: executorFor(), assessor, out: process.argv[2], about: 'a test' });
await session.run([{ plan: { ...plan, quick: [longer] }, stages: 1 }]);
