/** svmlight files that scikit-learn wrote, sparse tensors, and lines that are wrong. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readSvmlight, readTns } from '../../dist/formats.js';
import { trip } from '../lib/support.mjs';
import { expected, fixture, refusal } from './support.mjs';

/** All elements, row-major. */
function dense({ offsets, index, value, shape: [samples, ...dims] }) {
  const size = dims.reduce((product, length) => product * length, 1);
  const x = new Array(samples * size).fill(0);
  for (let n = 0; n < samples; n++) {
    for (let e = offsets[n]; e < offsets[n + 1]; e++) {
      const at = dims.reduce((place, length, k) => place * length + index[e * dims.length + k], 0);
      x[n * size + at] += value[e];
    }
  }
  return { shape: [samples, ...dims], values: x };
}

test('what scikit-learn wrote is read as scikit-learn reads it', () => {
  for (const name of ['one-based.svm', 'zero-based.svm', 'queries.svm', 'real.svm']) {
    const { input, first } = readSvmlight(fixture(name));
    assert.deepEqual(dense(input), expected[name].x, name);
    assert.deepEqual(input.y, expected[name].y, name);
    assert.equal(first, name === 'zero-based.svm' ? 0 : 1);
    const task = name === 'real.svm' ? 'regression' : 'classification';
    assert.equal(trip.sparseDataset({ ...input, task }).shape[1], 40);
  }
});

test('what was detected, and what is left out, is told', () => {
  assert.deepEqual(readSvmlight(fixture('zero-based.svm')).notes, [
    'the first variable has the index 0 (detected: an index 0 occurs)',
  ]);
  assert.match(readSvmlight(fixture('queries.svm')).notes[1], /qid of 60 samples is left out/);
  assert.match(readSvmlight(fixture('one-based.svm'), { first: 0 }).notes[0], /\(given\)/);
});

const read = (text, choice) => readSvmlight(Buffer.from(text), choice);

test('the first index and the shape as given', async () => {
  assert.deepEqual(read('1 1:5\n0 2:6\n', { first: 0 }).input.shape, [2, 3]);
  assert.deepEqual(read('1 1:5\n0 2:6\n', { dims: [3, 2] }).input.index, Int32Array.of(0, 0, 0, 1));
  assert.deepEqual(read('1\n0\n').input.shape, [2, 1]);
  assert.match((await refusal(() => read('1 1:5\n0 0:6', { first: 1 }))).message, /line 2 has the index 0; the first/);
  const beyond = await refusal(() => read('# three\n1 1:5\n0 4:6', { dims: [3] }));
  assert.equal(beyond.code, 'shape');
  assert.equal(beyond.message, 'line 3 has the index 4; 3 variables have indices up to 3');
});

test('comments, spaces and the ends of lines of other systems', () => {
  const { input } = read('# a header\r\n\r\n  +1.5e0\tqid:7 1:.5   3:-2 # 4:1\r\n-1 2:1');
  assert.deepEqual(
    [input.y, input.index, input.value, input.offsets],
    [
      [1.5, -1],
      [0, 2, 1],
      [0.5, -2, 1],
      [0, 2, 3],
    ],
  );
});

test('lines that are wrong are named', async () => {
  const wrong = {
    '1 1:2\n0 2:x': 'line 2 has "2:x"; index:value',
    '1 1:2\n0 2:nan': 'line 2 has "2:nan"',
    '1 1:1e999': 'line 1 has "1:1e999"',
    '1 -1:2': 'line 1 has "-1:2"',
    '1 1.5:2': 'line 1 has "1.5:2"',
    '1 99999999999:2': 'from 0 to 2147483646',
    '1 word': 'line 1 has "word"',
    '1 2:1 1:1': 'line 1 has the index 1 after 2; rising indices',
    '1 2:1 2:1': 'line 1 has the index 2 after 2',
    '1 1:1 qid:3': 'line 1 has "qid:3"',
    '1,2 1:1': 'line 1 has the label "1,2", several labels: a sample has one label here; a number is accepted',
    'cat 1:1': 'line 1 has the label "cat", no number',
    '1:1 2:2': 'line 1 begins with "1:1": its label is missing',
    '# nothing\n': 'the file contains no samples',
    '': 'the file contains no samples',
  };
  for (const [text, part] of Object.entries(wrong)) {
    const { code, message } = await refusal(() => read(text));
    assert.equal(code, 'format');
    assert.ok(message.includes(part), message);
  }
  const { message } = await refusal(() => readSvmlight(fixture('multilabel.svm')));
  assert.match(message, /line 2 has the label "0,2", several labels/);
});

test('a tensor of order 3 in any order of its lines', () => {
  const { input } = readTns(fixture('tensor.tns'));
  assert.deepEqual(dense(input), expected['tensor.tns'].x);
  assert.deepEqual(trip.sparseDataset(input).shape, [12, 5, 4]);
});

const tensor = (text, choice) => readTns(Buffer.from(text), choice);

test('the shape and the number of samples as given', async () => {
  assert.deepEqual(tensor('2 1 1 5', { dims: [3, 4], samples: 4 }).input.shape, [4, 3, 4]);
  assert.deepEqual(Array.from(tensor('2 1 1 5', { samples: 3 }).input.offsets), [0, 0, 1, 1]);
  const { message } = await refusal(() => tensor('1 1 1 5\n1 4 1 2', { dims: [3, 4] }));
  assert.equal(message, 'line 2 has the index 4 in mode 2; at most 3 is accepted');
  assert.match(
    (await refusal(() => tensor('1 1 5', { dims: [3, 4] }))).message,
    /line 1 has 2 indices; .* 3 x 4 take 3/,
  );
});

test('lines of tensors that are wrong are named', async () => {
  const wrong = {
    '1 1 1 5\n1 1 5': 'line 2 has 3 numbers; the first one has 4',
    '1 0 2': 'line 1 has the index "0" in mode 2; integers from 1',
    '1 1.5 2': 'line 1 has the index "1.5"',
    '1 3000000000 2': 'to 2147483647',
    '1 1 x': 'line 1 has the value "x"',
    '1 1 inf': 'line 1 has the value "inf"',
    '1 5': 'line 1 has 2 numbers; the indices of a sample',
    '# none': 'the file contains no elements',
  };
  for (const [text, part] of Object.entries(wrong)) {
    const { code, message } = await refusal(() => tensor(text));
    assert.equal(code, 'format');
    assert.ok(message.includes(part), message);
  }
});

const sparse = fc
  .record({
    samples: fc.integer({ min: 1, max: 6 }),
    dims: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
  })
  .chain(({ samples, dims }) => {
    const size = dims.reduce((product, length) => product * length, 1);
    const element = fc.option(
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => value !== 0),
      { nil: 0 },
    );
    const values = fc.array(element, { minLength: samples * size, maxLength: samples * size });
    return fc.record({
      dims: fc.constant(dims),
      samples: fc.constant(samples),
      values,
      shuffle: fc.infiniteStream(fc.nat(1000)),
    });
  });

test('random sparse samples are read as they were written, in both formats', () => {
  fc.assert(
    fc.property(sparse, ({ samples, dims, values, shuffle }) => {
      const size = values.length / samples;
      const wanted = { shape: [samples, ...dims], values };
      const rows = Array.from({ length: samples }, (_, n) => values.slice(n * size, (n + 1) * size));
      for (const first of [0, 1]) {
        const lines = rows.map((row, n) => [
          n,
          ...row.flatMap((value, i) => (value === 0 ? [] : [`${i + first}:${value}`])),
        ]);
        const text = lines.map((line) => line.join(' ')).join('\n');
        assert.deepEqual(dense(read(text, { first, dims }).input), wanted);
      }
      const elements = values.flatMap((value, at) => {
        if (value === 0) return [];
        let rest = at % size;
        const index = [...dims].reverse().map((length) => {
          const i = rest % length;
          rest = Math.floor(rest / length);
          return i + 1;
        });
        return [{ key: shuffle.next().value, line: [Math.floor(at / size) + 1, ...index.reverse(), value].join(' ') }];
      });
      if (elements.length === 0) return;
      const text = elements
        .sort((a, b) => a.key - b.key)
        .map(({ line }) => line)
        .join('\n');
      assert.deepEqual(dense(tensor(text, { dims, samples }).input), wanted);
    }),
    { numRuns: 300 },
  );
});

test('a text that ends within a piece of the reader, and within a character', () => {
  const line = `1 1:2 # ${'ö'.repeat(100)}\n`;
  const { input } = read(line.repeat(12_000));
  assert.equal(input.y.length, 12_000);
  assert.equal(input.value.length, 12_000);
});
