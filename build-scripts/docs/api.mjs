// The API reference: one page of HTML from the declarations in web/lib, by what TypeDoc makes of them.
import { Application, Logger, LogLevel, ReflectionKind } from 'typedoc';
import { Failure, fromRoot } from '../tools.mjs';
import { escapeHtml, inlineMarkdown, markdown } from './markdown.mjs';

/** Every public name, in the order in which a reader meets them. */
const topics = {
  Loading: ['loadTrip', 'LoadOptions', 'Trip', 'version'],
  Data: ['DatasetInput', 'SparseInput', 'ResponseInput', 'Dataset', 'Task', 'NumericArray', 'NestedArray'],
  Training: ['FitOptions', 'SyncFitOptions', 'fitDefaults', 'Method', 'EpochProgress'],
  'Training in workers': [
    'createTrainer',
    'TrainerOptions',
    'Trainer',
    'RunOptions',
    'Run',
    'Snapshot',
    'SnapshotScore',
  ],
  Models: ['Model', 'ModelSpec', 'History', 'RestartReport', 'Frame', 'Score', 'ModelFile'],
  Explanations: [
    'ExplainOptions',
    'Explanation',
    'TargetExplanation',
    'LocalExplanation',
    'LocalCoefficients',
    'RankOne',
    'TopVariable',
  ],
  'Cross validation': [
    'SweepPlan',
    'ParameterGrid',
    'GridOptions',
    'SweepOptions',
    'SweepProgress',
    'SweepTable',
    'SweepRow',
    'SweepCell',
    'SweepScore',
    'SweepSummary',
    'Spreads',
    'Spread',
  ],
  'Generated data': [
    'SpiralOptions',
    'Spiral',
    'PlantedOptions',
    'Planted',
    'RandomOptions',
    'NetworkOptions',
    'Network',
    'NetworkGroups',
  ],
  Errors: ['TripError', 'TripErrorCode'],
};

/** Keeps what TypeDoc finds wrong. */
class Collector extends Logger {
  found = [];
  log(message, level) {
    if (level >= LogLevel.Warn) this.found.push(message);
  }
}

/** What TypeDoc reads from the entries of the package; a public name without documentation or a broken link is a Failure. */
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

/** name -> { declaration, entries that export it }. */
function collect(project) {
  const names = new Map();
  for (const module of project.children) {
    const entry = module.name === 'index' ? 'trip-wasm' : `trip-wasm/${module.name}`;
    for (const child of module.children) {
      const known = names.get(child.name) ?? { entries: [] };
      known.entries.push(entry);
      if (!child.isReference()) known.declaration = child;
      names.set(child.name, known);
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
    `build-scripts/docs/api.mjs: not in a topic: ${without.join()}; twice or not exported: ${gone.join()}`,
  );
}

const anchorOf = (name) => name.toLowerCase();

/** A page of the reference: its HTML and the contents beside it. */
export async function apiPage(entries) {
  const names = collect(await readDeclarations(entries));
  requireTopics(names);

  /** Code with a link on each public name in it but the one it is about. */
  const code = (text, own) => {
    const linked = escapeHtml(text.replaceAll('<ArrayBufferLike>', '')).replace(/\b[A-Z]\w+\b/g, (name) =>
      names.has(name) && name !== own ? `<a href="#${anchorOf(name)}">${name}</a>` : name,
    );
    return `<code>${linked}</code>`;
  };

  const partText = (part) => {
    if (part.kind !== 'inline-tag') return part.text;
    const [owner, member] = part.text.split('.');
    const text = `\`${part.text}\``;
    return names.has(owner) ? `[${text}](#${anchorOf(member ? part.text : owner)})` : text;
  };
  const prose = (parts) => parts.map(partText).join('');
  const comment = (given) => {
    if (!given) return '';
    const tags = given.blockTags.map(({ tag, content }) =>
      tag === '@throws' ? `*Errors*: ${prose(content)}` : prose(content),
    );
    return markdown([prose(given.summary), ...tags].join('\n\n'));
  };

  const parameter = (given) => `${given.name}${given.flags.isOptional ? '?' : ''}: ${given.type}`;
  const signature = (given, name = given.name) =>
    `${name}(${(given.parameters ?? []).map(parameter).join(', ')}): ${given.type}`;

  const member = (owner, child) => {
    const [called] = child.signatures ?? [];
    const optional = child.flags.isOptional ? '?' : '';
    const text = called
      ? called.kind === ReflectionKind.ConstructorSignature
        ? signature(called, `new ${owner.name}`)
        : signature(called)
      : `${child.name}${optional}: ${child.type}`;
    const inner = child.type?.type === 'reflection' ? members(child.type.declaration) : '';
    const id = anchorOf(`${owner.name}.${child.name}`);
    return `<dt id="${id}">${code(text)}</dt><dd>${comment(called?.comment ?? child.comment)}${inner}</dd>`;
  };

  const members = (owner) => {
    const own = (owner.children ?? []).filter((child) => !child.inheritedFrom);
    return own.length === 0 ? '' : `<dl>${own.map((child) => member(owner, child)).join('')}</dl>`;
  };

  const section = (name) => {
    const { declaration, entries: from } = names.get(name);
    const [called] = declaration.signatures ?? [];
    const parents = (declaration.extendedTypes ?? []).map(String).join(', ');
    const type = String(declaration.type);
    const heading = {
      [ReflectionKind.Function]: () => signature(called),
      [ReflectionKind.Variable]: () => `const ${name}: ${type}`,
      [ReflectionKind.TypeAlias]: () => `type ${name}${type.startsWith('typeof') ? '' : ` = ${type}`}`,
      [ReflectionKind.Class]: () => `class ${name} extends ${parents}`,
      [ReflectionKind.Interface]: () => `interface ${name}${parents === '' ? '' : ` extends ${parents}`}`,
    }[declaration.kind]();
    return `<section id="${anchorOf(name)}" class="entry"><h3>${name}</h3>
<p class="declared">${code(heading, name)} <span class="from">${from.join(', ')}</span></p>
${comment(called?.comment ?? declaration.comment)}${members(declaration)}</section>`;
  };

  const sections = Object.entries(topics).map(
    ([topic, list]) =>
      `<h2 id="topic-${anchorOf(topic).replaceAll(' ', '-')}">${topic}</h2>${list.map(section).join('\n')}`,
  );
  const contents = Object.entries(topics).map(([topic, list]) => ({
    text: topic,
    anchor: `topic-${anchorOf(topic).replaceAll(' ', '-')}`,
    inner: list.map((name) => ({ text: name, anchor: anchorOf(name) })),
  }));
  const intro = inlineMarkdown(
    'Every public name, from the declarations of the package. Arrays are row-major; classes, samples, modes, restarts and axes count from 0. ' +
      'N samples of I (I_1 x ... x I_K) variables are projected to J (J_1 x ... x J_K) numbers. Whatever a call returns is a copy, and read-only by type. ' +
      'Every failure is a `TripError` with a code. Sections and equations are those of [the paper](https://arxiv.org/abs/2007.03912).',
  );
  return { title: 'API reference', html: `<h1>API reference</h1><p>${intro}</p>${sections.join('\n')}`, contents };
}
