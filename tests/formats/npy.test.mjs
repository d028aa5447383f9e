/** NumPy's .npy: arrays that NumPy wrote, arrays of every type and order by a writer of this test, and damaged files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readNpy, readNpzArrays, writeNpy } from '../../dist/formats.js';
import { expected, fixture, plain, refusal } from './support.mjs';

test('every type in both byte orders and both layouts, as NumPy wrote them', async () => {
  const names = Object.keys(expected).filter((name) => /^(little|big)-/.test(name));
  assert.equal(names.length, 48);
  for (const archive of ['types.npz', 'types-deflated.npz']) {
    for (const name of names) {
      const { x } = await readNpzArrays(fixture(archive), { array: name });
      assert.deepEqual(plain(x), plain(expected[name]), `${archive} ${name}`);
    }
  }
});

test('versions 1, 2 and 3, a scalar, texts', () => {
  for (const version of [1, 2, 3]) {
    const found = readNpy(fixture(`version-${version}.npy`));
    assert.deepEqual(found, { shape: [2, 3], values: Float64Array.of(0, 1, 2, 3, 4, 5) });
  }
  for (const name of ['scalar.npy', 'texts.npy', 'texts-big.npy', 'bytes.npy']) {
    assert.deepEqual(plain(readNpy(fixture(name))), expected[name], name);
  }
});

test('what is written has the bytes that NumPy writes', () => {
  for (const name of ['version-1.npy', 'texts.npy', 'digits-x.npy', 'digits-y.npy', 'scalar.npy']) {
    assert.deepEqual(Buffer.from(writeNpy(readNpy(fixture(name)))), fixture(name), name);
  }
});

test('types that hold no numbers and no texts are refused with a way out', async () => {
  const advice = {
    objects: ['|O', 'never read', 'dtype float'],
    structured: ['structured', '.npz'],
    complex: ['<c16', 'imaginary'],
    dates: ['<M8[D]', 'astype'],
    'long-double': ['<f16', 'astype("f8")'],
  };
  for (const [name, parts] of Object.entries(advice)) {
    const { code, message } = await refusal(() => readNpy(fixture(`${name}.npy`), 'x'));
    assert.equal(code, 'format');
    for (const part of ['x has the dtype', ...parts]) assert.ok(message.includes(part), message);
  }
});

test('integers that a double cannot hold are refused by their place, in both layouts', async () => {
  const values = { beyond: '9007199254740993', 'beyond-fortran': '18446744073709551615' };
  for (const [name, value] of Object.entries(values)) {
    const { code, message } = await refusal(() => readNpy(fixture(`${name}.npy`), 'x'));
    assert.equal(code, 'value');
    assert.equal(message, `x[1, 1] is ${value}; integers below 2^53 are accepted`);
  }
});

const header = (dictionary, version = 1) => {
  const text = `\x93NUMPY${String.fromCharCode(version)}\0`;
  const length = Buffer.alloc(version === 1 ? 2 : 4);
  length.writeUIntLE(dictionary.length, 0, length.length);
  return Buffer.concat([Buffer.from(text, 'latin1'), length, Buffer.from(dictionary, 'latin1')]);
};
const dictionary = (descr, shape, fortran = 'False') =>
  `{'descr': ${descr}, 'fortran_order': ${fortran}, 'shape': ${shape}, }\n`;

test('a header that claims more than the file holds is refused before anything is allocated', async () => {
  const claims = ['(1000000000000, 1000000000000)', '(9007199254740993,)', `(${'9'.repeat(400)},)`, '(3, 4)', '(0, 0)'];
  for (const shape of claims) {
    const file = Buffer.concat([header(dictionary("'<f8'", shape)), Buffer.alloc(8)]);
    const { code, message } = await refusal(() => readNpy(file));
    assert.equal(code, 'format');
    assert.match(message, /takes .* bytes; 8 bytes are there/);
  }
  for (const descr of ["'<U0'", "'<U999999999'", "'|S0'", "'<f3'", "'f'", "''", '[]', "'<x8'"]) {
    const file = header(dictionary(descr, '(1000000000000,)'));
    assert.equal((await refusal(() => readNpy(file))).code, 'format', descr);
  }
});

test('as many dimensions as NumPy has, whose order takes no time', async () => {
  const ofDimensions = (count, order) =>
    Buffer.concat([header(dictionary("'<f8'", `(${'1,'.repeat(count)})`, order), 2), Buffer.alloc(8)]);
  assert.equal(readNpy(ofDimensions(64, 'True')).shape.length, 64);
  for (const [count, order] of [
    [65, 'False'],
    [500_000, 'True'],
  ]) {
    const { code, message } = await refusal(() => readNpy(ofDimensions(count, order)));
    assert.equal(code, 'format');
    assert.equal(message, `the array has ${count} dimensions; at most 64, as in NumPy, are accepted`);
  }
});

test('foreign headers', async () => {
  const wrong = [
    Buffer.from('a,b\n1,2\n'),
    Buffer.alloc(0),
    header(dictionary("'<f8'", '(1,)'), 4),
    header('{}'),
    header("{'descr': '<f8', 'fortran_order': maybe, 'shape': (1,), }"),
    header(dictionary("'<f8'", '(1 2,)')),
    header(dictionary("'<f8'", '(-1,)')),
  ];
  for (const file of wrong) assert.equal((await refusal(() => readNpy(file))).code, 'format');
});

test('sizes of Python 2 have an L', () => {
  const file = Buffer.concat([header(dictionary("'|u1'", '(1L, 2L)')), Buffer.of(3, 4)]);
  assert.deepEqual(readNpy(file), { shape: [1, 2], values: Uint8Array.of(3, 4) });
});

const safe = { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };
const integers = (bits, signed) =>
  fc.integer(signed ? { min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 } : { min: 0, max: 2 ** bits - 1 });
const float = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, -0, Number.POSITIVE_INFINITY));

/** Each type: values that it holds, and how one is written. */
const types = {
  b1: [fc.integer({ min: 0, max: 1 }), 1, (view, at, value) => view.setUint8(at, value)],
  i1: [integers(8, true), 1, (view, at, value) => view.setInt8(at, value)],
  u1: [integers(8, false), 1, (view, at, value) => view.setUint8(at, value)],
  i2: [integers(16, true), 2, (view, at, value, little) => view.setInt16(at, value, little)],
  u2: [integers(16, false), 2, (view, at, value, little) => view.setUint16(at, value, little)],
  i4: [integers(32, true), 4, (view, at, value, little) => view.setInt32(at, value, little)],
  u4: [integers(32, false), 4, (view, at, value, little) => view.setUint32(at, value, little)],
  i8: [fc.maxSafeInteger(), 8, (view, at, value, little) => view.setBigInt64(at, BigInt(value), little)],
  u8: [fc.integer({ ...safe, min: 0 }), 8, (view, at, value, little) => view.setBigUint64(at, BigInt(value), little)],
  // Halves are k * 2^-24 while they are small.
  f2: [
    fc.integer({ min: -2047, max: 2047 }).map((k) => k * 2 ** -24),
    2,
    (view, at, value, little) => view.setUint16(at, half(value), little),
  ],
  f4: [fc.float(), 4, (view, at, value, little) => view.setFloat32(at, value, little)],
  f8: [float, 8, (view, at, value, little) => view.setFloat64(at, value, little)],
};
function half(value) {
  const k = Math.abs(value) * 2 ** 24;
  return (value < 0 || Object.is(value, -0) ? 0x8000 : 0) | k;
}

const anArray = fc
  .record({
    type: fc.constantFrom(...Object.keys(types)),
    shape: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 }),
  })
  .chain(({ type, shape }) => {
    const count = shape.reduce((product, length) => product * length, 1);
    const values = fc.array(types[type][0], { minLength: count, maxLength: count });
    return fc.record({
      type: fc.constant(type),
      shape: fc.constant(shape),
      values,
      little: fc.boolean(),
      fortran: fc.boolean(),
      offset: fc.nat(9),
      version: fc.constantFrom(1, 2, 3),
    });
  });

/** The place of each element in the file; Fortran order has the first index run fastest. */
function order(shape, fortran) {
  const count = shape.reduce((product, length) => product * length, 1);
  return Array.from({ length: count }, (_, at) => {
    if (!fortran) return at;
    let rest = at;
    const index = [...shape].reverse().map((size) => {
      const i = rest % size;
      rest = Math.floor(rest / size);
      return i;
    });
    return index.reduce((place, i, k) => place * shape[shape.length - 1 - k] + i, 0);
  });
}

test('random arrays of every type, byte order, layout and version are read as they were written', () => {
  fc.assert(
    fc.property(anArray, ({ type, shape, values, little, fortran, offset, version }) => {
      const [, size, put] = types[type];
      const descr = `'${size === 1 ? '|' : little ? '<' : '>'}${type}'`;
      const tuple = `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;
      const begin = header(dictionary(descr, tuple, fortran ? 'True' : 'False'), version);
      const elements = Buffer.alloc(size * values.length);
      const view = new DataView(elements.buffer, elements.byteOffset, elements.length);
      const places = order(shape, fortran);
      for (const [n, value] of values.entries()) put(view, size * places[n], value, little);
      // Within a larger buffer, and not aligned.
      const file = Buffer.concat([Buffer.alloc(offset), begin, elements, Buffer.alloc(3)]);
      const found = readNpy(file.subarray(offset, file.length - 3));
      assert.deepEqual(found.shape, shape);
      const zero = (value) => (type === 'b1' || /[iu]/.test(type) ? value + 0 : value);
      assert.deepEqual(Array.from(found.values), values.map(zero));
    }),
    { numRuns: 500 },
  );
});

const written = fc.oneof(
  ...[
    fc.int8Array,
    fc.uint8Array,
    fc.int16Array,
    fc.uint16Array,
    fc.int32Array,
    fc.uint32Array,
    fc.float32Array,
    fc.float64Array,
  ].map((arrays) => arrays()),
  // A text ends with its last character that is not zero.
  fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replace(/\0+$/, ''))),
);

test('what is written is read back: numbers of every array, and texts', () => {
  fc.assert(
    fc.property(written, (values) => {
      const array = { shape: [values.length], values };
      assert.deepEqual(readNpy(writeNpy(array)), array);
      const matrix = { shape: [1, values.length, 1], values };
      assert.deepEqual(readNpy(writeNpy(matrix)), matrix);
      assert.equal(
        writeNpy(array).length % 64,
        (values.BYTES_PER_ELEMENT * values.length || writeNpy(array).length) % 64,
      );
    }),
  );
});

test('a file that is cut off or too long is refused at every length', async () => {
  const file = fixture('version-1.npy');
  for (let length = 0; length < file.length; length++) {
    assert.equal((await refusal(() => readNpy(file.subarray(0, length)))).code, 'format');
  }
  assert.equal((await refusal(() => readNpy(Buffer.concat([file, Buffer.of(0)])))).code, 'format');
});

test('a header that is longer than any shape and type need is refused before it is read', () => {
  const file = Buffer.alloc(12 + 2 ** 20 + 1, ' ');
  file.write('\x93NUMPY\x02\x00', 'latin1');
  file.writeUInt32LE(2 ** 20 + 1, 8);
  assert.throws(() => readNpy(file), {
    code: 'format',
    message: /a header of 1048577 bytes; at most 1048576 are accepted/,
  });
});
