/**
 * Random numbers for generated data. They use only operations that every engine rounds alike (+ - * / sqrt, Math.imul), so a
 * link gives the same data everywhere.
 */
export class Random {
  private state: number;

  /** `seed`: any integer from 0 to 2^53 - 1; `stream` selects independent sequences of one seed. */
  constructor(seed: number, stream = 0) {
    this.state = Math.imul((seed % 2 ** 32) | 0, 0x9e3779b1) ^ Math.imul(Math.floor(seed / 2 ** 32) + 1, 0x85ebca6b);
    this.state = Math.imul(this.state ^ (stream + 1), 0xc2b2ae35);
    for (let warm = 0; warm < 4; warm++) this.uniform();
  }

  /** Uniform in [0, 1) with 32 bits (the mixing of mulberry32, public domain). */
  uniform(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.uniform();
  }

  below(count: number): number {
    return Math.floor(this.uniform() * count);
  }

  /** Close to N(0, 1): the sum of twelve uniform numbers needs no logarithm. */
  normal(): number {
    let sum = -6;
    for (let at = 0; at < 12; at++) sum += this.uniform();
    return sum;
  }

  /** A random point of the unit circle, without sine and cosine. */
  direction(): readonly [number, number] {
    for (;;) {
      const [x, y] = [this.between(-1, 1), this.between(-1, 1)];
      const squared = x * x + y * y;
      if (squared > 1 || squared < 1e-4) continue;
      const length = Math.sqrt(squared);
      return [x / length, y / length];
    }
  }

  /** Cosine and sine of a share of the full turn, from -1 to 1: a short series at a sixteenth of the angle, doubled four times. */
  turn(share: number): readonly [number, number] {
    const angle = (share * 2 * Math.PI) / 16;
    const square = angle * angle;
    let x = 1 - (square / 2) * (1 - (square / 12) * (1 - (square / 30) * (1 - square / 56)));
    let y = angle * (1 - (square / 6) * (1 - (square / 20) * (1 - square / 42)));
    for (let doubling = 0; doubling < 4; doubling++) [x, y] = [x * x - y * y, 2 * x * y];
    return [x, y];
  }

  /** The integers 0 .. count - 1 in random order. */
  order(count: number): number[] {
    const order = Array.from({ length: count }, (_, at) => at);
    for (let at = count - 1; at > 0; at--) {
      const other = this.below(at + 1);
      [order[at], order[other]] = [order[other] as number, order[at] as number];
    }
    return order;
  }
}
