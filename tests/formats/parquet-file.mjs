/** Writes Parquet files of one optional column of integers, to plant counts and sizes that no honest writer makes. */

const [I32, I64, BINARY, LIST, STRUCT] = [5, 6, 8, 9, 12];

function varint(value) {
  const bytes = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

const zigzag = (value) => varint(2 * value);

/** Thrift's compact protocol: `fields` has a type and a value by the number of the field. */
function struct(fields) {
  let before = 0;
  const parts = Object.entries(fields).map(([id, [type, value]]) => {
    const head = Buffer.from([(16 * (Number(id) - before)) | type]);
    before = Number(id);
    return Buffer.concat([head, written(type, value)]);
  });
  return Buffer.concat([...parts, Buffer.from([0])]);
}

function written(type, value) {
  if (type === I32 || type === I64) return zigzag(value);
  if (type === BINARY) return Buffer.concat([varint(Buffer.byteLength(value)), Buffer.from(value)]);
  if (type === STRUCT) return value;
  const [of, items] = value;
  const head =
    items.length < 15
      ? Buffer.from([(items.length << 4) | of])
      : Buffer.concat([Buffer.from([0xf0 | of]), varint(items.length)]);
  return Buffer.concat([head, ...items.map((item) => written(of, item))]);
}

const codecs = { UNCOMPRESSED: 0, GZIP: 2, BROTLI: 4, ZSTD: 6 };

/** A page: `page` is its packed content, of `size` bytes unpacked. */
export const pageOf = (page, size, count) =>
  Buffer.concat([
    struct({
      1: [I32, 0],
      2: [I32, size],
      3: [I32, page.length],
      5: [STRUCT, struct({ 1: [I32, count], 2: [I32, 0], 3: [I32, 3], 4: [I32, 3] })],
    }),
    page,
  ]);

/** Definition levels of `count` nulls in one run. */
export function nulls(count) {
  const run = Buffer.concat([varint(2 * count), Buffer.from([0])]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(run.length);
  return Buffer.concat([length, run]);
}

/** A file of the column `name` with these pages. */
export function parquetOf(pages, rows, { name = 'x', codec = 'UNCOMPRESSED', type = 1 } = {}) {
  const column = Buffer.concat(pages);
  const meta = struct({
    1: [I32, type],
    2: [LIST, [I32, [0]]],
    3: [LIST, [BINARY, [name]]],
    4: [I32, codecs[codec]],
    5: [I64, rows],
    6: [I64, column.length],
    7: [I64, column.length],
    9: [I64, 4],
  });
  const footer = struct({
    1: [I32, 1],
    2: [
      LIST,
      [
        STRUCT,
        [struct({ 4: [BINARY, 'root'], 5: [I32, 1] }), struct({ 1: [I32, type], 3: [I32, 1], 4: [BINARY, name] })],
      ],
    ],
    3: [I64, rows],
    4: [
      LIST,
      [
        STRUCT,
        [
          struct({
            1: [LIST, [STRUCT, [struct({ 2: [I64, 4], 3: [STRUCT, meta] })]]],
            2: [I64, column.length],
            3: [I64, rows],
          }),
        ],
      ],
    ],
  });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from('PAR1'), column, footer, length, Buffer.from('PAR1')]);
}
