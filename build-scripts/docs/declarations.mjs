// The public names of the package, as TypeDoc reads them from web/lib.
import { Application, Logger, LogLevel } from 'typedoc';
import { Failure, fromRoot } from '../tools.mjs';

/** Collects TypeDoc's warnings. */
class Collector extends Logger {
  found = [];
  log(message, level) {
    if (level >= LogLevel.Warn) this.found.push(message);
  }
}

/** Reads the entries of the package with TypeDoc; a public name without documentation or a broken link is a Failure. */
async function readDeclarations(entries) {
  const app = await Application.bootstrap({
    entryPoints: entries.map((name) => fromRoot('web', 'lib', `${name}.ts`)),
    tsconfig: fromRoot('web', 'lib', 'tsconfig.json'),
    skipErrorChecking: true,
    readme: 'none',
    disableSources: true,
    disableGit: true,
    sort: ['source-order'],
    intentionallyNotExported: ['codes'],
    validation: { notDocumented: true, notExported: true, invalidLink: true },
  });
  app.logger = new Collector();
  const project = await app.convert();
  if (project) app.validate(project);
  if (app.logger.found.length > 0) throw new Failure(`API reference:\n${app.logger.found.join('\n')}`);
  return project;
}

/** Public names of the entries ('index', 'trainer', ...): name -> { declaration, from: the entries that export it }. */
export async function publicNames(entries) {
  const project = await readDeclarations(entries);
  const names = new Map();
  for (const module of project.children) {
    const entry = module.name === 'index' ? 'trip-wasm' : `trip-wasm/${module.name}`;
    for (const child of module.children) {
      const known = names.get(child.name) ?? { from: [] };
      known.from.push(entry);
      if (!child.isReference()) known.declaration = child;
      names.set(child.name, known);
    }
  }
  return names;
}
