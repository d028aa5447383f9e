// Stops at once, and in words, when Node is too old. Plain syntax and no other module of ours, so that an old Node gets this far.
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
