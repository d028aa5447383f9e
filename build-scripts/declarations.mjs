// The declarations of a bundled room in one file.
import { existsSync, readFileSync } from 'node:fs';
import { fromRoot, runTool } from './tools.mjs';

/**
 * The declarations of these modules of web/`room`, without those marked as internal; `types` are those of the package that they use,
 * by entry. A folder of declarations that is there already is used.
 */
export async function declarationsOf(room, modules, types) {
  const folder = fromRoot('build', `${room}-types`);
  if (!existsSync(folder)) await runTool('tsc', ['--project', `web/${room}`]);
  const parts = modules.map((name) =>
    readFileSync(`${folder}/${name}.d.ts`, 'utf8')
      // The comment of the module.
      .replace(/^\/\*\*[\s\S]*?\*\/\n/, '')
      .replace(/^import [^;]*;\n|^export (type )?\{[^}]*\}( from '[^']*')?;\n/gm, ''),
  );
  const imports = Object.entries(types).map(
    ([from, names]) => `import type { ${names.join(', ')} } from './${from}.js';\n`,
  );
  return `${imports.join('')}${parts.join('')}export {};\n`;
}
