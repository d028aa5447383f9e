/** Arithmetic that the benchmarks share, in Node and in Chromium. */

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Processor time of this process in milliseconds; a page does not know its own. */
function processorTime() {
  if (globalThis.process === undefined) return Number.POSITIVE_INFINITY;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Starts a watch and returns the function that reads it: milliseconds of the clock, or of the processor where that is less. So other
 * programs do not count, and neither do helping threads that run beside the work.
 */
export function startWatch() {
  const [clock, processor] = [performance.now(), processorTime()];
  return () => {
    const passed = performance.now() - clock;
    return processor === Number.POSITIVE_INFINITY ? passed : Math.min(passed, processorTime() - processor);
  };
}

/** Largest difference of two arrays, as a part of the largest magnitude of the expected one. */
export function difference(seen, expected) {
  const largest = (values) => values.reduce((high, value) => Math.max(high, Math.abs(value)), 0);
  return largest(seen.map((value, i) => value - expected[i])) / Math.max(1e-3, largest(expected));
}

/** Numbers in (-1, 1) that look random, the same ones every time. */
export function numbers(count) {
  let state = 1;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}
