/** Any hash of the page's address: settings in their ranges, which the page writes again as a link of the same settings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { holds, oddText } from './support.mjs';

const { modules } = await loadModules(
  '/data/state.ts',
  '/link/state.ts',
  '/link/address.ts',
  '/link/moves.ts',
  '/link/sample.ts',
  '/brush/codes.ts',
  '/brush/shapes.ts',
  '/teaching/answer-link.ts',
  '/teaching/class-list.ts',
  '/teaching/questions.ts',
);
const [{ addresses }, { names, properties }, { sealed }, { readMoves }, { readSample }, codes, { gridSteps }] = modules;
const { readRuns, readShape, runsCode, shapeCode } = codes;
const [{ nameLimit, readReply, writeReply }, { linkLimit, readClass }, { questions }] = modules.slice(7);

const keys = [
  ...names.map((name) => properties[name].key),
  'v',
  'fr',
  'hm',
  'i',
  'f',
  'fv',
  'ft',
  'bm',
  'hi',
  'lk',
  'em',
  'na',
];
const value = fc.oneof(
  fc.constantFrom(
    '1',
    '0',
    '-1',
    '0.1',
    '1e3',
    '1e999',
    'NaN',
    '',
    'iris',
    'wine',
    'own',
    'trip',
    '0123456789abcdef',
    'n0',
    'play.l',
  ),
  fc.nat().map(String),
  fc.double().map(String),
  fc.stringMatching(/^[A-Za-z0-9._~-]{0,20}$/),
  oddText,
);
const pair = fc.tuple(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...keys) }, oddText), value);
const hash = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(pair, { maxLength: 12 })
      .map((pairs) => ['v=1', ...pairs.map((own) => own.join('='))].join('&')),
  },
  fc.string({ maxLength: 700 }),
);

test('any address', async () => {
  let clean = 0;
  await holds(
    fc.property(hash, (given) => {
      const link = addresses.parse(`#${given}`);
      for (const name of names) {
        const { kind, min, max, choices } = properties[name];
        const own = link.state[name];
        if (kind === 'flag') assert.equal(typeof own, 'boolean', name);
        else if (kind === 'choice') assert.ok(choices.includes(own), `${name} is ${own}`);
        else if (kind === 'number' || kind === 'integer') assert.ok(own >= min && own <= max, `${name} is ${own}`);
        if (kind === 'integer') assert.ok(Number.isInteger(own), `${name} is ${own}`);
      }
      if (link.problems.length === 0) clean++;
      const { state, branch, start, fingerprint, resultVersion, table, marks, audience } = link;
      const written = addresses.format(state, { branch, start, fingerprint, resultVersion, table, audience });
      const again = addresses.parse(`#${sealed(written)}`);
      assert.deepEqual(again.state, state);
      assert.deepEqual([again.fingerprint, again.table, again.start], [fingerprint, table, start]);
      assert.ok(marks === undefined || marks.length < 560);
    }),
  );
  assert.ok(clean > 0, 'each link had a problem');
});

test('moves of any text', async () => {
  await holds(
    fc.property(value, (given) => {
      const problems = [];
      assert.ok(readMoves(given, problems).length <= 1000);
    }),
  );
});

/** A text that begins as the codes of links do, of the length of a whole link at most. */
const code = fc.oneof(
  fc
    .tuple(fc.constantFrom('n', 'rp', 'ld', 'Ru', 'Lt', ''), fc.stringMatching(/^[A-Za-z0-9_-]{0,598}$/))
    .map((own) => own.join('')),
  fc
    .tuple(
      fc.constantFrom('rp', 'ld', 'Ru', 'Lt'),
      fc.array(fc.stringMatching(/^[A-Za-h][A-Za-z0-9_-]$/), { maxLength: 40 }),
    )
    .map(([start, own]) => start + own.join('')),
  fc.string({ unit: 'binary', maxLength: 600 }),
  value,
);
const size = fc.record({ train: fc.nat(300), test: fc.nat(100) });

test('marks of any text: one for each sample, which are written again as a code of the same marks', async () => {
  let read = 0;
  const marks = fc.tuple(size, fc.infiniteStream(fc.nat(1))).map(([sizes, bits]) => {
    const taken = (count) => Uint8Array.from({ length: count }, () => bits.next().value);
    return [runsCode({ train: taken(sizes.train), test: taken(sizes.test) }), sizes];
  });
  await holds(
    fc.property(fc.oneof(fc.tuple(code, size), marks), ([given, sizes]) => {
      const found = readRuns(given, sizes);
      if (found === undefined) return;
      read++;
      assert.deepEqual([found.train.length, found.test.length], [sizes.train, sizes.test]);
      assert.ok([...found.train, ...found.test].every((mark) => mark === 0 || mark === 1));
      assert.deepEqual(readRuns(runsCode(found), sizes), found);
    }),
  );
  assert.ok(read > 0, 'no marks were read');
});

test('a shape of any text: corners on the grid, which are written again as the same text', async () => {
  let read = 0;
  await holds(
    fc.property(code, (given) => {
      const found = readShape(given);
      if (found === undefined) return;
      read++;
      const { kind, corners } = found.shape;
      assert.ok(corners.every((step) => Number.isInteger(step) && step >= 0 && step <= gridSteps));
      assert.ok(kind === 'rectangle' ? corners.length === 4 : corners.length >= 6 && corners.length % 2 === 0);
      assert.equal(shapeCode(found), given);
    }),
  );
  assert.ok(read > 0, 'no shape was read');
});

test('a sample of any text: an index, or a problem', async () => {
  const number = fc.tuple(fc.constantFrom('', 't', '0', '-'), fc.nat(1e8)).map((own) => own.join(''));
  await holds(
    fc.property(fc.oneof(code, number), (given) => {
      const problems = [];
      const found = readSample(given, problems);
      assert.equal(problems.length, found === undefined ? 1 : 0);
      if (found !== undefined) assert.ok(Number.isInteger(found.index) && found.index >= 0 && found.index < 1e7);
    }),
  );
});

/** Texts and links as a class sends them. */
const name = fc.oneof(
  oddText,
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('~', '~AAAA', '~4pyT', 'e\u0301\u0301\u0301', 'a\t\0\tb', 'e\0\u0301', 'a\u200b\n\u200b b'),
);
const answers = fc.oneof(fc.stringMatching(/^[\d-]{0,80}$/), value, code);

test('answers and the name of any text', async () => {
  await holds(
    fc.property(answers, fc.oneof(name, code), (given, called) => {
      const problems = [];
      const found = readReply({ answers: given, name: called }, questions, problems);
      assert.equal(found.answers.length, questions.length);
      for (const [at, choice] of found.answers.entries())
        assert.ok(choice === undefined || (Number.isInteger(choice) && choice >= 0 && choice < questions[at].choices));
      assert.ok([...found.name].length <= nameLimit && !/\p{C}/u.test(found.name), JSON.stringify(found.name));
      assert.deepEqual(readReply(writeReply(found), questions, []), found);
    }),
  );
});

test('the list of a class from any text', async () => {
  let read = 0;
  const line = fc
    .tuple(
      oddText,
      fc.oneof(name, fc.constantFrom('', 'Ann')),
      answers,
      fc.constantFrom('', '=\n', '=3D', '&amp;', '%26', ' '),
    )
    .map(([before, called, given, more]) => `${before}: https://example.org/#v=1&an=${given}${more}&nm=${called}`);
  const list = fc.array(fc.oneof({ weight: 3, arbitrary: line }, oddText, hash), { maxLength: 12 });
  await holds(
    fc.property(list, fc.constantFrom('\n', '\r\n', ' ', ''), (lines, end) => {
      const found = readClass(lines.join(end), questions);
      read += found.students.length;
      for (const { answers: own, name: called } of found.students) {
        assert.equal(own.length, questions.length);
        assert.ok([...called].length <= nameLimit);
      }
    }),
  );
  assert.ok(read > 0, 'no student was read');
});

function timeOf(call) {
  const since = performance.now();
  call();
  return performance.now() - since;
}

/** Tries up to five times, since other work may interfere. */
const within = (limit, call) => Array.from({ length: 5 }).some(() => timeOf(call) < limit);

test('the time of reading grows with the length of the text, not with its square', () => {
  const all = 'x'.repeat(100_000);
  // The time of looking at each of 100,000 characters once.
  const yardstick = Math.min(...[1, 2, 3].map(() => timeOf(() => [...all.matchAll(/x/g)].length)));
  const repeated = (part, length) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
  const link = 'https://example.org/#v=1&an=0';
  const parts = ['#v=1&', '#v=1&an=', '.', ' ', '-', '"', '\u0301', '=3D', '&amp;', '%23', `${link} `, `${link}\n`];
  for (const part of [...parts, `Ann: ${link}&nm=Bo.`, '#v=1.999&an=0', '10:30']) {
    const [short, long] = [12_500, 100_000].map((length) => repeated(part, length));
    const read = (text) => assert.ok(readClass(text, questions).students.length <= linkLimit);
    const milliseconds = Math.min(...[1, 2, 3].map(() => timeOf(() => read(short))));
    // Eight times the length.
    assert.ok(
      within(25 * Math.max(milliseconds, yardstick), () => read(long)),
      `${JSON.stringify(part)}: ${milliseconds} ms`,
    );
  }
  const sizes = { train: 2000, test: 500 };
  for (const start of ['n', 'nA', 'rp', 'Lt', '~', 't', ''])
    for (const part of ['A', '_', '9', '0', '-', '.', '000.', '\u0301']) {
      const text = repeated(start + part, 600);
      const readers = [
        () => readRuns(start + repeated(part, 600), sizes),
        () => readShape(start + repeated(part, 600)),
        () => readSample(text, []),
        () => readMoves(text, []),
        () => readReply({ answers: text, name: start + repeated(part, 600) }, questions, []),
      ];
      for (const read of readers) assert.ok(within(20 * yardstick, read), `${read} ${start}${part}`);
    }
});
