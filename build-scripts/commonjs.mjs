// The entries for require(): dist/*.cjs hand the modules on, which Node can require() by itself, and dist/*.d.cts repeat the names of the
// declarations, since TypeScript under `module: node16` refuses those of a module.
import { writeFileSync } from 'node:fs';
import { fromRoot } from './tools.mjs';

const entries = ['index', 'trainer', 'single', 'formats', 'draw', 'element', 'bullmq'];

export async function writeCommonJs() {
  // Not there before the setup.
  const { default: ts } = await import('typescript');
  const file = (entry) => fromRoot('dist', `${entry}.d.ts`);
  const program = ts.createProgram(entries.map(file), { moduleResolution: ts.ModuleResolutionKind.Bundler });
  const checker = program.getTypeChecker();
  for (const entry of entries) {
    const module = `'./${entry}.js', { with: { 'resolution-mode': 'import' } }`;
    const lines = [`export type * from './${entry}.js' with { 'resolution-mode': 'import' };`];
    for (const exported of checker.getExportsOfModule(
      checker.getSymbolAtLocation(program.getSourceFile(file(entry))),
    )) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (!(symbol.flags & ts.SymbolFlags.Value)) continue;
      lines.push(`export declare const ${exported.name}: typeof import(${module}).${exported.name};`);
      if (symbol.flags & ts.SymbolFlags.Class)
        lines.push(`export type ${exported.name} = import(${module}).${exported.name};`);
    }
    writeFileSync(fromRoot('dist', `${entry}.cjs`), `module.exports = require('./${entry}.js');\n`);
    writeFileSync(fromRoot('dist', `${entry}.d.cts`), `${lines.join('\n')}\n`);
  }
}
