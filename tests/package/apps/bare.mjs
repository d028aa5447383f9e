/** Evaluates modules in contexts with only the language: no process, no fetch, no location, no WebAssembly. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import vm from 'node:vm';

async function evaluate(file) {
  const context = vm.createContext({});
  vm.runInContext('delete globalThis.WebAssembly; delete globalThis.console', context);
  const modules = new Map();
  const load = (path) => {
    if (!modules.has(path)) {
      modules.set(path, new vm.SourceTextModule(readFileSync(path, 'utf8'), { context, identifier: path }));
    }
    return modules.get(path);
  };
  const entry = load(file);
  await entry.link((specifier, from) => load(join(dirname(from.identifier), specifier)));
  await entry.evaluate();
  return Object.keys(entry.namespace).length;
}

for (const file of process.argv.slice(2)) console.log(await evaluate(file));
