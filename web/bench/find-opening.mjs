// Searches seeds for the page's opening: node web/bench/find-opening.mjs [first data seed] [last] [start seed]
// Run it again when the core's bits have changed, and enter the seeds in web/site/link/state.ts.
import { whenStarted } from '../../build-scripts/tools.mjs';
import { loadTrip } from '../../dist/index.js';

whenStarted(import.meta.url, async () => {
  const [first = 1, last = 60, start = 1] = process.argv.slice(2).map(Number);
  const settings = { lambda: 0.3, standardize: false, seed: start };
  const trip = await loadTrip();

  for (let seed = first; seed <= last; seed++) {
    const { train, test, truth } = trip.spiral({ seed });
    const model = trip.fit(train, { ...settings, restarts: 8, test });
    const kept = model.restarts[model.best];
    const [, furthest] = trip.principalAngles(model.projection(), truth.plane, train.shape[1]);
    const found = model.restarts.filter(({ testAccuracy }) => testAccuracy > 0.75).length;
    if (furthest > 15 || kept.testAccuracy < 0.9) continue;
    const baselines = ['pca', 'lda'].map((method) => {
      const baseline = trip.fit(train, { ...settings, method, test });
      const angles = trip.principalAngles(baseline.projection(), truth.plane, train.shape[1]);
      return `${method} ${baseline.restarts[0].testAccuracy.toFixed(3)} (${angles[1].toFixed(0)} degrees)`;
    });
    console.log(
      `data ${seed}: start ${model.best + 1} of 8, test ${kept.testAccuracy.toFixed(3)}, ${furthest.toFixed(0)} degrees off,`,
      `${found} starts found it, ${baselines.join(', ')}`,
    );
  }
});
