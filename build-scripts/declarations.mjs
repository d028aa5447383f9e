// The declarations of a bundled room in one file.
import { existsSync, readFileSync } from 'node:fs';
import { fromRoot, runTool } from './tools.mjs';

/** The declarations of these modules of web/`room`, without those marked as internal; `types` are those of the package that they use. */
export async function declarationsOf(room, modules, types) {
  const folder = fromRoot('build', `${room}-types`);
  if (!existsSync(folder)) await runTool('tsc', ['--project', `web/${room}`]);
  const parts = modules.map((name) =>
    readFileSync(`${folder}/${name}.d.ts`, 'utf8')
      // The comment of the module.
      .replace(/^\/\*\*[\s\S]*?\*\/\n/, '')
      .replace(/^import [^;]*;\n|^export (type )?\{[^}]*\}( from '[^']*')?;\n/gm, ''),
  );
  return `import type { ${types.join(', ')} } from './index.js';\n${parts.join('')}export {};\n`;
}
