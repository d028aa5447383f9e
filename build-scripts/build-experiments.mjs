// Builds the plans and their runner for Node: build/experiments from web/experiments by tsc. The page imports the sources.
import { rmSync } from 'node:fs';
import { fromRoot, runTool, step, whenStarted } from './tools.mjs';

export async function buildExperiments() {
  const inputs = ['web/experiments', 'dist', 'package-lock.json', 'build-scripts/build-experiments.mjs'];
  await step('experiments', { inputs, outputs: ['build/experiments'] }, async () => {
    rmSync(fromRoot('build', 'experiments'), { recursive: true, force: true });
    await runTool('tsc', ['--project', 'web/experiments']);
  });
}

whenStarted(import.meta.url, buildExperiments);
