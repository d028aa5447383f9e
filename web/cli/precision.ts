/**
 * Decides, as `trip.dataset` does for an array, whether floats are precise enough for the samples of a table that is read in blocks: a model
 * computes other bits from doubles than from floats. The rule compares sample n with sample n + N/2, so the second part reads two places.
 */

/** A column whose spread is at most this, in units in the last place of its largest value, counts as losing precision as floats. */
const FEW_UNITS = 1000;
/** More than the share of a magnitude that so many units are. */
const CLEARLY = (2 * FEW_UNITS) / 2 ** 23;
const MAX_FLOAT = 3.4028234663852886e38;
const MIN_NORMAL = 2 ** -126;

const word = new Float32Array(1);
const bits = new Uint32Array(word.buffer);

function unitInLastPlace(magnitude: number): number {
  const float = Math.min(Math.abs(Math.fround(magnitude)), MAX_FLOAT / 2);
  word[0] = float;
  bits[0] = (bits[0] as number) + 1;
  return (word[0] as number) - float;
}

function isNarrow(spread: number, magnitude: number): boolean {
  if (magnitude > MIN_NORMAL && spread > CLEARLY * magnitude) return false;
  return spread < FEW_UNITS * unitInLastPlace(magnitude);
}

export class Precision {
  readonly #width: number;
  readonly #rounded: Uint8Array;
  readonly #merged: Float64Array;
  readonly #last: Float64Array;
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  #rows = 0;

  /** `width`: the number of variables. */
  constructor(width: number) {
    this.#width = width;
    this.#rounded = new Uint8Array(width);
    this.#merged = new Float64Array(width);
    this.#last = new Float64Array(width);
    this.#low = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
    this.#high = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  }

  /** Adds rows of doubles in order. */
  add(x: ArrayLike<number>): void {
    for (let at = 0; at < x.length; at += this.#width) {
      for (let i = 0; i < this.#width; i++) {
        const value = x[at + i] as number;
        const float = Math.fround(value);
        if (float < (this.#low[i] as number)) this.#low[i] = float;
        if (float > (this.#high[i] as number)) this.#high[i] = float;
        const last = this.#last[i] as number;
        if (float !== value && !Number.isNaN(value)) {
          this.#rounded[i] = 1;
          if (this.#rows > 0 && value !== last && float === Math.fround(last)) (this.#merged[i] as number)++;
        }
        this.#last[i] = value;
      }
      this.#rows++;
    }
  }

  /** Whether floats lose precision; undefined if only the pairs can tell. */
  get loses(): boolean | undefined {
    const columns = [...this.#rounded.keys()].filter((i) => this.#rounded[i] === 1);
    const loses = (i: number) => {
      const [low, high] = [this.#low[i] as number, this.#high[i] as number];
      return 2 * (this.#merged[i] as number) > this.#rows || isNarrow(high - low, Math.max(-low, high));
    };
    return columns.length === 0 ? false : columns.some(loses) || undefined;
  }

  /** Whether most pairs of a column are narrow; `first` gives the rows from 0 on, `second` those from `half` on. */
  async pairsAreNarrow(first: AsyncGenerator<Float64Array>, second: AsyncGenerator<Float64Array>): Promise<boolean> {
    const width = this.#width;
    const most = this.#rows - this.half;
    const [narrow, wide] = [new Float64Array(width), new Float64Array(width)];
    const columns = [...this.#rounded.keys()].filter((i) => this.#rounded[i] === 1);
    const one = new Rows(first);
    const two = new Rows(second);
    try {
      for (let left = most; left > 0 && columns.some((i) => 2 * (wide[i] as number) < most); ) {
        const length = Math.min(await one.ready(), await two.ready(), left * width);
        if (length === 0) break;
        for (let at = 0; at < length; at += width) {
          for (const i of columns) {
            const [a, b] = [
              Math.fround(one.x[one.at + at + i] as number),
              Math.fround(two.x[two.at + at + i] as number),
            ];
            if (Number.isNaN(a - b)) continue;
            if (a !== b && isNarrow(Math.abs(a - b), Math.max(Math.abs(a), Math.abs(b)))) (narrow[i] as number)++;
            else (wide[i] as number)++;
          }
        }
        one.at += length;
        two.at += length;
        left -= length / width;
      }
    } finally {
      await first.return(undefined);
      await second.return(undefined);
    }
    // Pairs that were not read cannot make a column narrow whose other pairs are wide.
    return columns.some((i) => 2 * (wide[i] as number) < most && (narrow[i] as number) > (wide[i] as number));
  }

  /** Number of the sample that is compared with the first one. */
  get half(): number {
    return Math.floor(this.#rows / 2);
  }
}

/** A position in rows that come in blocks. */
class Rows {
  x: Float64Array = new Float64Array(0);
  at = 0;
  readonly #blocks: AsyncGenerator<Float64Array>;

  constructor(blocks: AsyncGenerator<Float64Array>) {
    this.#blocks = blocks;
  }

  /** Numbers that can be read at once; 0 at the end. */
  async ready(): Promise<number> {
    while (this.at === this.x.length) {
      const { value, done } = await this.#blocks.next();
      if (done) return 0;
      this.x = value;
      this.at = 0;
    }
    return this.x.length - this.at;
  }
}
