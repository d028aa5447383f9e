/** Arithmetic of the benchmarks, for Node and Chromium. */

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Processor time of this process in milliseconds; a page cannot read its own. */
function processorTime() {
  if (globalThis.process === undefined) return Number.POSITIVE_INFINITY;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Starts a stopwatch and returns the function that reads it: the smaller of clock time and processor time, in milliseconds. This excludes
 * both the time of other programs and that of helper threads in parallel.
 */
export function startWatch() {
  const [clock, processor] = [performance.now(), processorTime()];
  return () => {
    const passed = performance.now() - clock;
    return processor === Number.POSITIVE_INFINITY ? passed : Math.min(passed, processorTime() - processor);
  };
}

/** Largest difference of two arrays, relative to the largest magnitude of the expected one. */
export function difference(seen, expected) {
  const largest = (values) => values.reduce((high, value) => Math.max(high, Math.abs(value)), 0);
  return largest(seen.map((value, i) => value - expected[i])) / Math.max(1e-3, largest(expected));
}

/** Pseudorandom numbers in (-1, 1), the same on every call. */
export function numbers(count) {
  let state = 1;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}
