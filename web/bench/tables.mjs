// Tables of any size for measurements and tests of the page.

/**
 * CSV of `rows` x `columns` numbers and a class: the first two columns are the arms of a spiral, one a class, the third is strong noise, all
 * others are noise. The last column, `class`, holds the class.
 */
export function spiralTable(rows, columns, classes = 3) {
  let state = 12345;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const noise = () => uniform() + uniform() + uniform() + uniform() - 2;
  const lines = [[...Array.from({ length: columns }, (_, i) => `v${i}`), 'class'].join()];
  for (let n = 0; n < rows; n++) {
    const label = n % classes;
    const turn = 3 * Math.PI * uniform();
    const angle = turn + (2 * Math.PI * label) / classes;
    const shape = [(turn * Math.cos(angle)) / 3, (turn * Math.sin(angle)) / 3];
    const cells = Array.from({ length: columns }, (_, i) => shape[i] ?? noise() * (i === 2 ? 3 : 1));
    lines.push([...cells.map((value) => value.toFixed(4)), `k${label}`].join());
  }
  return lines.join('\n');
}
