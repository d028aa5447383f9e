/**
 * Numbers of pictures. Engines differ in Math.sin, log, pow and hypot; these functions use only operations that all round alike, so a
 * picture has the same numbers everywhere.
 */

/** Cosine and sine of a share of the full turn: short series at a sixteenth of the angle, doubled four times. */
export function turned(share: number): readonly [number, number] {
  const angle = ((share - Math.round(share)) * 2 * Math.PI) / 16;
  const square = angle * angle;
  let [x, y] = [1, 1];
  for (let at = 12; at > 0; at -= 2) {
    x = 1 - (square / (at * (at - 1))) * x;
    y = 1 - (square / (at * (at + 1))) * y;
  }
  y *= angle;
  for (let doubling = 0; doubling < 4; doubling++) [x, y] = [x * x - y * y, 2 * x * y];
  return [x, y];
}

/** Natural logarithm of a positive number: the power of two apart, then the series of the inverse hyperbolic tangent. */
export function log(value: number): number {
  let [rest, power] = [value, 0];
  for (; rest > Math.SQRT2; power++) rest /= 2;
  for (; rest < Math.SQRT1_2; power--) rest *= 2;
  const share = (rest - 1) / (rest + 1);
  const square = share * share;
  let sum = 0;
  for (let at = 21; at > 0; at -= 2) sum = sum * square + 1 / at;
  return power * Math.LN2 + 2 * share * sum;
}

/** Length of a vector. */
export const lengthOf = (vector: readonly number[]): number =>
  Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

/** A number with so many significant digits at most, without trailing zeros and with a true minus. */
export const numberText = (value: number, digits: number): string =>
  String(Number(value.toPrecision(digits))).replace('-', '−');

/** The largest power of ten that is at most a positive number. */
export const powerBelow = (value: number): number => Number(value.toExponential().replace(/^.*e/, '1e'));
