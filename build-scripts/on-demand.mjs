// Installs npm packages that only single scripts need, each set into its own folder below build/.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot, heading, run } from './tools.mjs';

/** Installs `packages` (name to exact version, or an alias to `npm:name@version`) into build/`name`, unless they are there; returns the folder. */
export async function installOnDemand(name, packages) {
  const folder = fromRoot('build', name);
  const isThere = ([module, version]) => {
    const file = join(folder, 'node_modules', module, 'package.json');
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version.split('@').at(-1);
  };
  const wanted = Object.entries(packages);
  if (wanted.every(isThere)) return folder;
  heading(`${wanted.map((one) => one.join(' ')).join(', ')} into build/${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const options = ['--save-exact', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options, ...wanted.map((one) => one.join('@'))], { cwd: folder });
  return folder;
}
