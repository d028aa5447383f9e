// Writes the API reference: one page of HTML from the declarations in web/lib.
import { ReflectionKind } from 'typedoc';
import { Failure } from '../tools.mjs';
import { publicNames } from './declarations.mjs';
import { escapeHtml, inlineMarkdown, markdown } from './markdown.mjs';

/** Every public name, in the order of the reference. */
const topics = {
  Loading: ['loadTrip', 'LoadOptions', 'Trip', 'version', 'resultVersion'],
  Data: [
    'DatasetInput',
    'RowsInput',
    'SparseInput',
    'Samples',
    'ResponseInput',
    'Dataset',
    'Task',
    'NumericArray',
    'NestedArray',
    'Split',
  ],
  Training: ['FitOptions', 'SyncFitOptions', 'fitDefaults', 'optionTable', 'FitOption', 'Method', 'EpochProgress'],
  'Training in workers': [
    'createTrainer',
    'TrainerOptions',
    'Trainer',
    'RunOptions',
    'Run',
    'Snapshot',
    'SnapshotScore',
  ],
  Models: [
    'Model',
    'ModelSpec',
    'History',
    'RestartReport',
    'LambdaChoice',
    'TriedLambda',
    'Frame',
    'Score',
    'ScoreName',
    'ScoreRow',
    'scoreTable',
    'Point',
    'ModelFile',
    'checksumOf',
  ],
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
  Errors: ['TripError', 'TripErrorCode', 'refuseUnknown', 'nearest'],
};

function requireTopics(names) {
  const listed = Object.values(topics).flat();
  const without = [...names.keys()].filter((name) => !listed.includes(name));
  const gone = listed.filter((name, n) => !names.has(name) || listed.indexOf(name) !== n);
  if (without.length + gone.length === 0) return;
  throw new Failure(
    `build-scripts/docs/api.mjs: not in a topic: ${without.join()}; twice or not exported: ${gone.join()}`,
  );
}

const anchorOf = (name) => name.toLowerCase().replaceAll(' ', '-');

const parameter = ({ name, flags, type }) => `${name}${flags.isOptional ? '?' : ''}: ${type}`;
const signature = ({ parameters = [], type }, name) => `${name}(${parameters.map(parameter).join(', ')}): ${type}`;

/** The line that declares a name. */
function declared({ name, kind, type, signatures, extendedTypes = [] }) {
  const parents = extendedTypes.length === 0 ? '' : ` extends ${extendedTypes.join(', ')}`;
  if (kind === ReflectionKind.Function) return signature(signatures[0], name);
  if (kind === ReflectionKind.Variable) return `const ${name}: ${type}`;
  if (kind === ReflectionKind.Class) return `class ${name}${parents}`;
  if (kind === ReflectionKind.Interface) return `interface ${name}${parents}`;
  // A type that is derived from an internal list would tell a reader nothing; its comment explains it.
  return `type ${name}${String(type).startsWith('typeof') ? '' : ` = ${type}`}`;
}

/** The line that declares a member of `owner`. */
function declaredMember(owner, member) {
  if (member.kind === ReflectionKind.Constructor) return signature(member.signatures[0], `new ${owner.name}`);
  return member.signatures ? signature(member.signatures[0], member.name) : parameter(member);
}

/** Writes the parts of the reference that link to each other. */
class Reference {
  constructor(names) {
    this.names = names;
  }

  /** Code with a link on each public name except its own. */
  code(text, own) {
    const linked = escapeHtml(text.replaceAll('<ArrayBufferLike>', '')).replace(/\b[A-Z]\w+\b/g, (name) =>
      this.names.has(name) && name !== own ? `<a href="#${anchorOf(name)}">${name}</a>` : name,
    );
    return `<code>${linked}</code>`;
  }

  /** Parts of a comment as Markdown. */
  prose(parts) {
    const link = (text) => (this.names.has(text.split('.')[0]) ? `[\`${text}\`](#${anchorOf(text)})` : `\`${text}\``);
    return parts.map(({ kind, text }) => (kind === 'inline-tag' ? link(text) : text)).join('');
  }

  comment({ signatures, comment = signatures?.[0].comment }) {
    if (comment === undefined) return '';
    const examples = comment.blockTags.map(({ content }) => this.prose(content));
    return markdown([this.prose(comment.summary), ...examples].join('\n\n'));
  }

  members(owner) {
    const own = (owner.children ?? []).filter((child) => !child.inheritedFrom);
    const items = own.map((child) => {
      const inner = child.type?.type === 'reflection' ? this.members(child.type.declaration) : '';
      const line = this.code(declaredMember(owner, child));
      return `<dt id="${anchorOf(`${owner.name}.${child.name}`)}">${line}</dt><dd>${this.comment(child)}${inner}</dd>`;
    });
    return items.length === 0 ? '' : `<dl>${items.join('')}</dl>`;
  }

  section(name) {
    const { declaration, from } = this.names.get(name);
    return `<section id="${anchorOf(name)}" class="entry"><h3>${name}</h3>
<p class="declared">${this.code(declared(declaration), name)} <span class="from">${from.join(', ')}</span></p>
${this.comment(declaration)}${this.members(declaration)}</section>`;
  }
}

const intro = `Every public name, from the declarations of the package. Arrays are row-major; classes, samples, modes, restarts and
axes count from 0. N samples of I (I_1 x ... x I_K) variables are projected to J (J_1 x ... x J_K) numbers. Every failure is a
[\`TripError\`](#triperror) with a code. Sections and equations are those of [the paper](https://arxiv.org/abs/2007.03912).`;

/** The page of the reference. */
export async function apiPage(entries) {
  const names = await publicNames(entries);
  requireTopics(names);
  const reference = new Reference(names);
  const sections = Object.entries(topics).map(
    ([topic, list]) =>
      `<h2 id="topic-${anchorOf(topic)}">${topic}</h2>${list.map((name) => reference.section(name)).join('\n')}`,
  );
  const contents = Object.entries(topics).map(([topic, list]) => ({
    text: topic,
    anchor: `topic-${anchorOf(topic)}`,
    inner: list.map((name) => ({ text: name, anchor: anchorOf(name) })),
  }));
  const title = 'API reference';
  return { title, html: `<h1>${title}</h1><p>${inlineMarkdown(intro)}</p>${sections.join('\n')}`, contents };
}
