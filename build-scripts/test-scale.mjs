// Tests of sweeps past one machine: npm run test:scale [slurm | bullmq | programs | million | speed ...]. It needs Slurm, Redis, GNU parallel
// and Snakemake of Debian and installs what is missing, and BullMQ into build/scale. Everything runs on this machine, on the loopback address,
// and ends with the tests. The speed is only meaningful while nothing else runs. About ten minutes on two processors.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildLib } from './build-lib.mjs';
import { buildWasm } from './build-wasm.mjs';
import { installOnDemand } from './on-demand.mjs';
import { setup } from './setup.mjs';
import { endsSurely, Failure, filesBelow, fromRoot, heading, run, whenStarted } from './tools.mjs';

/** Installs the queue, and the package beside it as in a project that uses both. */
async function preparePackage() {
  const folder = await installOnDemand('scale', { bullmq: '6.7.0', ioredis: '6.0.0' });
  const own = join(folder, 'node_modules', 'trip-wasm');
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  for (const name of ['dist', 'package.json']) cpSync(fromRoot(name), join(own, name), { recursive: true });
}

whenStarted(import.meta.url, async () => {
  const files = filesBelow('tests/scale').filter((file) => file.endsWith('.test.mjs'));
  const names = process.argv.slice(2);
  for (const name of names)
    if (!existsSync(fromRoot('tests', 'scale', `${name}.test.mjs`)))
      throw new Failure(`There is no test of scale called ${name}.`);
  await setup('scale');
  await buildWasm({ tests: false });
  await buildLib();
  await preparePackage();
  let failed = 0;
  for (const file of files) {
    const name = basename(file, '.test.mjs');
    if (names.length > 0 && !names.includes(name)) continue;
    heading(name);
    const { code } = await run(process.execPath, [...endsSurely, '--test-reporter=spec', file], { check: false });
    if (code !== 0) failed++;
  }
  rmSync(fromRoot('build', 'scale', 'run'), { recursive: true, force: true });
  if (failed > 0) throw new Failure(`${failed} files of tests failed.`);
});
