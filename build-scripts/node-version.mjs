// Stops with a message when Node is too old. Old syntax and no imports of this project, so that an old Node can run it.
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const wanted = manifest.engines.node.replace('>=', '').split('.').map(Number);
const found = process.versions.node.split('.').map(Number);

if (found[0] < wanted[0] || (found[0] === wanted[0] && found[1] < wanted[1])) {
  console.error(
    'Node ' +
      wanted.join('.') +
      ' or newer is needed; this is Node ' +
      process.versions.node +
      ' (' +
      process.execPath +
      ').',
  );
  process.exit(1);
}
