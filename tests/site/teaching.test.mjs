// Class links, answers in links, and the answers of a class, without a browser: presets, short lists, hostile input.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { toCsv } from '../../dist/table.js';

let addresses, initialOf, catalogue, state, audiences, parts, presets, replies, classes, questions, sealed, lessons;
before(async () => {
  const loaded = await loadModules(
    '/data/state.ts',
    '/data/catalogue.ts',
    '/link/state.ts',
    '/link/audience.ts',
    '/link/parts.ts',
    '/link/address.ts',
    '/teaching/presets.ts',
    '/teaching/answer-link.ts',
    '/teaching/class-list.ts',
    '/teaching/questions.ts',
    '/lessons/lessons.ts',
  );
  [
    { addresses, initialOf },
    { catalogue },
    state,
    audiences,
    parts,
    { sealed },
    presets,
    replies,
    classes,
    { questions },
    lessons,
  ] = loaded.modules;
});

const sorted = (list) => [...list].sort();
const everyControl = () => [...state.names, ...audiences.buttons];

/** Hash of a link for a class with the opening settings. */
const hashFor = (audience, settings = initialOf('spiral')) =>
  sealed(addresses.format(settings, { audience, start: 7, fingerprint: '0123456789abcdef' }));

test('a class link that locks everything stays under 500 characters, even with every setting at its longest', () => {
  const longest = { ...initialOf('network') };
  for (const name of state.names) {
    const row = state.properties[name];
    if (row.kind === 'flag') longest[name] = !longest[name];
    else if (row.kind === 'choice') longest[name] = row.choices.toSorted((a, b) => b.length - a.length)[0];
    else if (row.kind !== 'data') longest[name] = row.kind === 'integer' ? row.max : row.max / 3;
  }
  const all = { embed: true, noAnswers: true, hidden: [], locked: everyControl() };
  const hidden = { ...all, hidden: [...everyControl(), ...audiences.sections], locked: [] };
  for (const audience of [all, hidden]) {
    const hash = hashFor(audience);
    assert.ok(hash.length < 80, hash);
    const read = addresses.parse(hash);
    assert.deepEqual(read.problems, []);
    for (const list of ['hidden', 'locked'])
      assert.deepEqual(sorted(read.audience[list]), sorted(new Set(audience[list])), list);
    // The settings alone are longer than the lists.
    assert.ok(hashFor(audience, longest).length < hashFor(audiences.everyone, longest).length + 25);
  }
  const half = everyControl().filter((_, at) => at % 2 === 0);
  for (const [locked, rest] of [
    [half, []],
    [half, everyControl().filter((name) => !half.includes(name))],
  ]) {
    const hash = hashFor({ embed: false, noAnswers: true, hidden: rest, locked });
    assert.ok(hash.length < 500, `${hash.length}: ${hash}`);
  }
});

test('lists of names and their complements read back equal, whatever is hidden and locked', () => {
  const names = [...everyControl(), ...audiences.sections];
  let seed = 1;
  const chance = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  for (let turn = 0; turn < 300; turn++) {
    const [some, more] = [chance(), chance()];
    const hidden = [...new Set(names)].filter(() => chance() < some);
    const locked = everyControl().filter((name) => !hidden.includes(name) && chance() < more);
    const audience = { embed: false, noAnswers: false, hidden, locked };
    const { audience: read, problems } = addresses.parse(addresses.format(initialOf('wine'), { audience }));
    assert.deepEqual(problems, []);
    assert.deepEqual([sorted(read.hidden), sorted(read.locked)], [sorted(hidden), sorted(locked)]);
  }
  // Older links name what they mean, also when a control is in both lists.
  const older = addresses.parse('v=1&hi=l.charts&lk=l.e.play').audience;
  assert.deepEqual(
    [older.hidden, older.locked],
    [
      ['lambda', 'charts'],
      ['lambda', 'epochs', 'play'],
    ],
  );
  const both = addresses.format(initialOf('spiral'), { audience: { ...older, embed: false, noAnswers: false } });
  assert.equal(both, 'v=1&hi=l.charts&lk=l.e.play');
  // Unknown names of a complement are reported, and nothing more is free.
  const odd = addresses.parse('v=1&lk=~l.nothing');
  assert.deepEqual(odd.problems, [{ code: 'unknownPart', key: 'lk', name: 'nothing' }]);
  assert.ok(!odd.audience.locked.includes('lambda'));
  assert.equal(odd.audience.locked.length, new Set(everyControl()).size - 1);
});

test('presets: a quiz trains nothing else and keeps the path, a demonstration locks every training, one slider is left', () => {
  const audienceOf = (id) => presets.audienceOf(presets.presets[id], false);
  const fixed = (id) => [...audienceOf(id).hidden, ...audienceOf(id).locked];
  for (const id of Object.keys(presets.presets)) {
    const known = new Set([...everyControl(), ...audiences.sections]);
    for (const name of fixed(id)) assert.ok(known.has(name), `${id}: ${name}`);
    assert.equal(presets.presetOf(presets.presets[id]), id);
    const hash = hashFor(audienceOf(id));
    assert.ok(hash.length < 300, `${id}: ${hash}`);
    const { audience, problems } = addresses.parse(hash);
    assert.deepEqual(problems, []);
    assert.deepEqual(sorted(audience.hidden), sorted(audienceOf(id).hidden));
    assert.deepEqual(sorted(audience.locked), sorted(audienceOf(id).locked));
  }
  assert.deepEqual(fixed('open'), []);
  for (const id of ['quiz', 'demonstration'])
    for (const name of state.trainingNames) assert.ok(fixed(id).includes(name), name);
  for (const kept of ['path', 'pathStep', 'answers', 'share']) assert.ok(!fixed('quiz').includes(kept), kept);
  for (const kept of ['play', 'timeline', 'language', 'explain'])
    assert.ok(!fixed('demonstration').includes(kept), kept);
  assert.deepEqual(
    state.trainingNames.filter((name) => !fixed('lambda').includes(name)),
    ['lambda'],
  );
  assert.deepEqual(
    Object.keys(presets.presets).filter((id) => audienceOf(id).noAnswers),
    ['quiz'],
  );
  assert.deepEqual(
    Object.keys(presets.presets).filter((id) => parts.leavesFewSettings(audienceOf(id))),
    ['lambda'],
  );
  const changed = { ...presets.presets.quiz, access: { ...presets.presets.quiz.access, play: 'hidden' } };
  assert.equal(presets.presetOf(changed), undefined, 'changed lists are no preset');
  // Data and settings of a figure do not get in.
  const { kept, values } = audiences.permitted(initialOf('spiral'), initialOf('wine'), audienceOf('quiz'));
  assert.deepEqual([kept, values], [['data'], {}]);
});

/** Reads the reply of a hash, with all its problems. */
function replyOf(hash) {
  const { reply, problems } = addresses.parse(hash);
  const all = [...problems];
  return { ...(reply && replies.readReply(reply, questions, all)), problems: all };
}

test('answers and names survive their link, in any script', () => {
  const answers = questions.map(({ choices }, at) => (at % 3 === 1 ? undefined : at % choices));
  for (const name of [
    '',
    'Ann',
    'Ann B 3',
    'Zoë Müller',
    '田中 花子',
    'a.b-c~d',
    '👩‍🔬 X',
    "O'Neil & Co=1",
    '<b>x</b>',
    '~',
  ]) {
    const reply = replies.writeReply({ answers, name });
    const hash = sealed(addresses.format(initialOf('spiral'), { reply }));
    assert.match(hash, /^[A-Za-z0-9._~=&-]{1,200}$/);
    const read = replyOf(hash);
    assert.deepEqual(read.problems, [], name);
    assert.deepEqual(read.answers, answers);
    assert.equal(read.name, replies.cleanName(name), name);
  }
  assert.deepEqual(
    replyOf('v=1&an=').answers,
    questions.map(() => undefined),
  );
  assert.equal(replies.writeAnswers([undefined, 2, undefined]), '-2');
  assert.equal(replyOf('v=1&ls=3').answers, undefined, 'a link without answers');
});

test('names lose what could hide or reorder other text, and have a limit', () => {
  assert.equal(replies.cleanName('  Ann \n\t B\u0000\u202e\u200b\u2066 '), 'Ann B');
  assert.equal([...replies.cleanName('😀'.repeat(99))].length, replies.nameLimit);
  assert.equal(replies.cleanName(`a${'\u0301\u0302\u0303\u0304'.repeat(50)}b`).length, 4);
  assert.equal(replies.cleanName('x'.repeat(1e7)).length, replies.nameLimit);
  const longest = addresses.format(initialOf('spiral'), {
    reply: replies.writeReply({ answers: [], name: '𠮷'.repeat(99) }),
  });
  assert.ok(longest.length < 200);
});

test('damaged answers and names are reported and left out', () => {
  const codes = (hash) => replyOf(hash).problems.map(({ code }) => code);
  const none = questions.map(() => undefined);
  for (const bad of ['x', '0.1', '~', 'abc123']) {
    assert.deepEqual(codes(`v=1&an=${bad}`), ['badAnswers'], bad);
    assert.deepEqual(replyOf(`v=1&an=${bad}`).answers, none);
  }
  assert.deepEqual(replyOf('v=1&an=9-1').problems, [{ code: 'answersLeftOut', count: 1 }]);
  assert.deepEqual(replyOf('v=1&an=9-1').answers.slice(0, 3), [undefined, undefined, 1]);
  assert.deepEqual(replyOf(`v=1&an=${'0'.repeat(300)}`).problems, [
    { code: 'answersLeftOut', count: 300 - questions.length },
  ]);
  assert.deepEqual(codes('v=1&an=0&an=1'), ['twice']);
  assert.equal(replyOf('v=1&an=0&an=1').answers[0], 0, 'the first is used');
  for (const bad of ['~', '~!', '~_', '~gICA', '~4oCu', '...', '~AAA'])
    assert.deepEqual(codes(`v=1&an=0&nm=${bad}`), bad.includes('!') ? ['damaged'] : ['badName'], bad);
  assert.deepEqual(codes(`v=1&an=${'0'.repeat(600)}`), ['damaged']);
  assert.deepEqual(codes('v=1.99&an=01'), ['cut']);
});

/** The link of a student. */
const linkOf = (answers, name, page = 'https://example.org/trip/') =>
  `${page}#${sealed(addresses.format({ ...initialOf('spiral'), pathStep: 10 }, { reply: replies.writeReply({ answers, name }) }))}`;

test('links are found in lines of chats, mails, web pages and spreadsheets', () => {
  const [ann, bob, tanaka] = [linkOf([0, 1], 'Ann'), linkOf([2, 0, 1], ''), linkOf([1], '田中')];
  const mail = linkOf([1, 1, 1], 'Mia')
    .replaceAll('=', '=3D')
    .replace(/(.{40})/g, '$1=\r\n');
  const cases = [
    [ann, ['Ann']],
    [`10:31 Bob: ${bob}`, ['Bob']],
    [`[9:05 AM] Bob Li: ${bob}`, ['Bob Li']],
    [`"Bob"\t"${bob}"\t7`, ['Bob']],
    [`Ann;${ann};see you.`, ['Ann']],
    [`Here it is: <${ann}>.`, ['Ann']],
    [`${ann}.`, ['Ann']],
    [`<a href="${ann.replaceAll('&', '&amp;')}">mine</a>`, ['Ann']],
    [`https://safe.example/?url=${encodeURIComponent(ann)}&x=1`, ['Ann']],
    [mail, ['Mia']],
    [`${ann} ${tanaka}\r${bob}\n`, ['Ann', '田中', '']],
    [`file:///C:/trip.html${ann.slice(ann.indexOf('#'))}`, ['Ann']],
  ];
  for (const [text, names] of cases) {
    const { students, unanswered } = classes.readClass(text, questions);
    assert.deepEqual(
      students.map(({ name }) => name),
      names,
      text,
    );
    assert.equal(unanswered, 0, text);
    for (const { problems } of students) assert.deepEqual(problems, [], text);
  }
  const { students } = classes.readClass(`Bob ${bob}`, questions);
  assert.deepEqual([students[0].fromLine, students[0].answers.slice(0, 3)], [true, [2, 0, 1]]);
});

test('repeated, unanswered, cut and hostile links', () => {
  const ann = linkOf([0, 1], 'Ann');
  const bob = linkOf([2], '');
  const read = (text) => classes.readClass(text, questions);
  assert.deepEqual([read(`${ann}\n${ann}`).students.length, read(`${ann}\n${ann}`).repeated], [1, 1]);
  assert.equal(read(`${ann}\n${linkOf([1], 'Ann')}`).students.length, 2, 'other answers of the same name are kept');
  assert.equal(read(`${bob}\n${bob}`).students.length, 2, 'students without a name may agree');
  assert.equal(read('https://example.org/trip/#v=1&ls=3').unanswered, 1);
  assert.equal(read(`https://example.org/#v=1&an=${'0'.repeat(5000)}`).unanswered, 1);
  assert.deepEqual(
    read(ann.slice(0, -2)).students[0].problems.map(({ code }) => code),
    ['cut'],
  );
  assert.deepEqual(
    read('https://example.org/#v=1&an=x9&nm=~').students[0].problems.map(({ code }) => code),
    ['badAnswers', 'badName'],
  );
  for (const nothing of ['', 'Ann: 3', '#v=1', 'https://example.org/#v=2&an=0', '\u0000'.repeat(1000)])
    assert.deepEqual(read(nothing).students, [], nothing);
  const many = Array.from({ length: classes.linkLimit + 5 }, (_, n) => linkOf([n % 3], `S${n}`)).join('\n');
  assert.deepEqual([read(many).students.length, read(many).tooMany], [classes.linkLimit, 5]);
  // Links without answers take time too, so that they count among those that are looked at.
  const empty = read(
    Array(4 * classes.linkLimit + 7)
      .fill('#v=1&ls=3')
      .join('\n'),
  );
  assert.deepEqual([empty.students.length, empty.unanswered, empty.tooMany], [0, 4 * classes.linkLimit, 7]);
});

test('long hostile text is read in time that grows with its length alone', () => {
  const size = classes.textLimit;
  const texts = {
    dots: (n) => `#v=1&an=0${'.'.repeat(n)}x`,
    word: (n) => `${'a'.repeat(n)} #v=1&an=0`,
    spaces: (n) => `${' '.repeat(n)}x#v=1&an=0`,
    colons: (n) => `${':'.repeat(n)}x #v=1&an=0`,
    hashes: (n) => '#v=1&'.repeat(n / 5),
    percent: (n) => '%3D=\n'.repeat(n / 5),
  };
  for (const [what, make] of Object.entries(texts)) {
    const seconds = (n) => {
      const text = make(n);
      const begin = process.cpuUsage().user;
      classes.readClass(text, questions);
      return (process.cpuUsage().user - begin) / 1e6;
    };
    seconds(size / 32);
    // Quadratic work would take 1024 times as long; 20 ms are below what the clock tells.
    assert.ok(seconds(size) < 200 * Math.max(seconds(size / 32), 0.02), what);
  }
  assert.ok(classes.readClass('x'.repeat(size + 1), questions).cut);
});

test('counts and right answers of a class by hand, and a file that no spreadsheet runs', () => {
  const text = [
    linkOf([0, 1, 1], 'Ann'),
    linkOf([0, 0], '=HYPERLINK("http://x")'),
    linkOf([1], '@cmd'),
    linkOf([], '+1-A1'),
  ].join('\n');
  const list = classes.readClass(text, questions);
  const counts = classes.tally(list.students, questions);
  assert.deepEqual(counts.slice(0, 3), [
    [2, 1, 0],
    [1, 1, 0],
    [0, 1, 0],
  ]);
  assert.deepEqual(
    counts.map(({ length }) => length),
    questions.map(({ choices }) => choices),
  );
  const key = questions.map((_, at) => (at === 1 ? 1 : 0));
  assert.deepEqual(
    list.students.map(({ answers }) => classes.rightOf(answers, key)),
    [2, 1, 0, 0],
  );
  const words = { name: 'Name', right: 'Right', key: 'Key', question: (step) => `step ${step}` };
  const rows = classes.classRows(list, questions, key, words);
  assert.deepEqual(rows[0], ['Name', ...questions.map(({ step }) => `step ${step}`), 'Right']);
  assert.deepEqual(rows[1].slice(0, 5), ['Ann', 'A', 'B', 'B', '']);
  assert.equal(rows[1].at(-1), 2);
  assert.equal(rows.at(-1)[0], 'Key');
  for (const row of rows) assert.equal(row.length, questions.length + 2);
  const csv = toCsv(rows);
  for (const line of csv.split('\n')) assert.doesNotMatch(line, /(^|,)"?[=+@-]/, line);
  assert.equal(classes.classRows(list, questions, undefined, words)[0].length, questions.length + 1);
});

test('questions are those of the path, in its order', () => {
  assert.deepEqual(
    questions.map(({ id }) => id),
    lessons.steps.map(({ id }) => id),
  );
  assert.deepEqual(
    questions.map(({ step, id }) => lessons.path[step - 1].id === id),
    questions.map(() => true),
  );
  for (const { choices } of questions) assert.ok(choices >= 2 && choices <= 10, 'one digit in a link');
  assert.ok(catalogue.spiral);
});
