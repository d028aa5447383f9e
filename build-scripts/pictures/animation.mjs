// The animation on top of README and documentation, drawn from the recording of the build.
import { readFileSync } from 'node:fs';
import { loadModules } from '../page-modules.mjs';
import { fromRoot } from '../tools.mjs';

/** The animation as { file, image }. */
export async function animation() {
  const { modules } = await loadModules('/moving.ts');
  const recording = JSON.parse(readFileSync(fromRoot('build', 'recording.json'), 'utf8'));
  return { file: 'docs/opening.svg', image: modules[0].moving(recording) };
}
