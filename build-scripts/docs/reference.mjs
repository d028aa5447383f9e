// Writes the API reference as Markdown: TypeDoc reads the declarations in web/lib, typedoc-plugin-markdown writes a page for each topic.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, Logger, LogLevel } from 'typedoc';
import { MarkdownPageEvent } from 'typedoc-plugin-markdown';
import ts from 'typescript';
import { Failure, fromRoot } from '../tools.mjs';
import { titleOf, topics } from './topics.mjs';

const library = fromRoot('web', 'lib');
/** Entries of the package that the reference documents, and their sources; trip-wasm/single exports the names of the first two. */
const entries = {
  'trip-wasm': join(library, 'index.ts'),
  'trip-wasm/trainer': join(library, 'trainer.ts'),
  'trip-wasm/formats': fromRoot('web', 'formats', 'index.ts'),
  'trip-wasm/draw': fromRoot('web', 'draw', 'index.ts'),
  'trip-wasm/element': fromRoot('web', 'draw', 'dom', 'element.ts'),
  'trip-wasm/bullmq': fromRoot('web', 'bullmq', 'index.ts'),
};
/** The entries beside the package import it by its names. */
const paths = { 'trip-wasm': [entries['trip-wasm']], 'trip-wasm/trainer': [entries['trip-wasm/trainer']] };

/** Collects TypeDoc's warnings. */
class Collector extends Logger {
  found = [];
  log(message, level) {
    if (level >= LogLevel.Warn) this.found.push(message);
  }
}

/** Public names of the package: name -> { isType, from: the entries that export it }. */
function publicNames() {
  const { config } = ts.readConfigFile(join(library, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, paths }, library);
  const program = ts.createProgram(Object.values(entries), options);
  const checker = program.getTypeChecker();
  const names = new Map();
  for (const [from, source] of Object.entries(entries)) {
    const file = program.getSourceFile(source);
    for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(file))) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (symbol.getJsDocTags(checker).some(({ name }) => name === 'internal')) continue;
      const { flags } = symbol;
      const known = names.get(exported.name) ?? { isType: !(flags & ts.SymbolFlags.Value), from: [] };
      names.set(exported.name, { ...known, from: [...known.from, from] });
    }
  }
  return names;
}

function requireTopics(names) {
  const listed = Object.values(topics).flat();
  const without = [...names.keys()].filter((name) => !listed.includes(name));
  const gone = listed.filter((name, n) => !names.has(name) || listed.indexOf(name) !== n);
  if (without.length + gone.length === 0) return;
  throw new Failure(
    `build-scripts/docs/topics.mjs: not in a topic: ${without.join()}; twice or not exported: ${gone.join()}`,
  );
}

/** A module for each topic that exports its names, because TypeDoc writes a page for each module. */
function writeModules(folder, names) {
  mkdirSync(folder, { recursive: true });
  for (const [topic, list] of Object.entries(topics)) {
    const lines = list.map((name) => {
      const { isType, from } = names.get(name);
      const file = entries[from[0]].replace(/\.ts$/, '.js');
      return `export ${isType ? 'type ' : ''}{ ${name} } from '${file}';`;
    });
    writeFileSync(join(folder, `${topic}.ts`), `${lines.join('\n')}\n`);
  }
  const config = {
    extends: join(library, 'tsconfig.json'),
    compilerOptions: { rootDir: fromRoot(), paths },
    include: ['.'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
}

/** Finds a name that a comment links to on all pages, because a comment may link to a name that its own page has not. */
function onAnyPage({ symbolReference }, { project }) {
  const path = symbolReference?.path?.map((step) => step.path) ?? [];
  const target = project.children.map((page) => page.getChildByName(path)).find((found) => found !== undefined);
  return target && { target };
}

/** Removes the heading of a returned type that has no description, because the signature above it ends with the type. */
const withoutBareReturns = (text) => text.replace(/^#+ Returns\n\n.+\n\n?(?=#|\*\*\*|$)/gm, '');

/** Lists only names beside the page, not the headings of their parts. */
const outline = '---\noutline: 2\n---\n\n';

const intro = `# API reference

Every public name, from the declarations of the package. Arrays are row-major; classes, samples, modes, restarts and axes count from 0.
N samples of I (I_1 x ... x I_K) variables are projected to J (J_1 x ... x J_K) numbers. Every failure is a
[\`TripError\`](errors.md#triperror) with a code. Sections and equations are those of [the paper](https://arxiv.org/abs/2007.03912).
Names are imported from \`trip-wasm\`, those marked with * from \`trip-wasm/trainer\`, those with ** from \`trip-wasm/formats\`, those with
*** from \`trip-wasm/draw\`, those with **** from \`trip-wasm/element\`, those with ***** from
\`trip-wasm/bullmq\`; \`trip-wasm/single\` has the names of the first two.
`;

/** Links to all names; `anchorOf` has the anchor of a name on the page of its topic. */
const contents = (names, anchorOf) =>
  Object.entries(topics).map(([topic, list]) => {
    const marks = {
      'trip-wasm': '',
      'trip-wasm/trainer': ' *',
      'trip-wasm/formats': ' **',
      'trip-wasm/draw': ' ***',
      'trip-wasm/element': ' ****',
      'trip-wasm/bullmq': ' *****',
    };
    const mark = (name) => marks[names.get(name).from[0]];
    const links = list.map((name) => `[\`${name}\`](${topic}.md#${anchorOf(topic, name)})${mark(name)}`);
    return `## [${titleOf(topic)}](${topic}.md)\n\n${links.join(', ')}\n`;
  });

/** Options of TypeDoc, then those of its plugin for Markdown. */
const optionsOf = (modules, out) => ({
  plugin: ['typedoc-plugin-markdown'],
  entryPoints: Object.keys(topics).map((topic) => join(modules, `${topic}.ts`)),
  tsconfig: join(modules, 'tsconfig.json'),
  skipErrorChecking: true,
  readme: 'none',
  disableSources: true,
  excludeExternals: true,
  disableGit: true,
  excludeInternal: true,
  sort: [],
  groupOrder: ['Classes', 'Functions', 'Interfaces', 'Type Aliases', 'Variables'],
  intentionallyNotExported: ['codes'],
  validation: { notDocumented: true, notExported: true, invalidLink: true },
  outputs: [{ name: 'markdown', path: out }],
  router: 'module',
  entryFileName: 'index',
  hideBreadcrumbs: true,
  hidePageHeader: true,
  hideGroupHeadings: true,
  useCustomAnchors: true,
  customAnchorsFormat: 'curlyBrace',
  expandParameters: true,
  expandObjects: true,
  parametersFormat: 'none',
  pageTitleTemplates: { module: ({ name }) => titleOf(name) },
});

/** Writes the reference into `out`. A public name without documentation or a broken link is a Failure. */
export async function writeReference(out, modules) {
  const names = publicNames();
  requireTopics(names);
  writeModules(modules, names);
  const app = await Application.bootstrapWithPlugins(optionsOf(modules, out));
  app.logger = new Collector();
  app.converter.addUnknownSymbolResolver(onAnyPage);
  let router;
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    router = app.renderer.router;
    page.contents = outline + withoutBareReturns(page.contents);
  });
  const project = await app.convert();
  if (project) app.validate(project);
  if (project) await app.generateOutputs(project);
  if (app.logger.found.length > 0) throw new Failure(`API reference:\n${app.logger.found.join('\n')}`);
  const anchorOf = (topic, name) => router.getAnchor(project.getChildByName([topic, name]));
  writeFileSync(join(out, 'index.md'), [intro, ...contents(names, anchorOf)].join('\n'));
}
