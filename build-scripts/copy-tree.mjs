// A copy of the checkout, with what is built and installed, for scripts that change files or build them in another way.
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, fromRoot, root } from './tools.mjs';

/** The formatter refuses a second configuration below the root. */
const elsewhere = ['.git', 'node_modules', 'build', 'site', 'biome.json'];

/** Copies all but the built page, with the compiled core. */
export function copyTree(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'build'), { recursive: true });
  for (const part of readdirSync(root).filter((name) => !elsewhere.includes(name)))
    cpSync(fromRoot(part), join(folder, part), { recursive: true });
  symlinkSync(fromRoot('node_modules'), join(folder, 'node_modules'), 'dir');
  cpSync(fromRoot('build', 'core'), join(folder, 'build', 'core'), { recursive: true });
}

/** Files of tests directly in folders such as tests/lib, relative to the root. */
export const testFilesIn = (...folders) =>
  folders.flatMap((folder) =>
    filesBelow(folder)
      .map((path) => path.slice(root.length).replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.test.mjs') && file.split('/').length === folder.split('/').length + 1),
  );
