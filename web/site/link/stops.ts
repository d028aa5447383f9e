/** Stops of the sliders. */

export const whole = (first: number, last: number, step: number): number[] =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step);

/** 1, 2, 3 and 5 times each power of ten. */
export function logarithmic(first: number, last: number): number[] {
  const stops: number[] = [];
  for (let power = first; power < last; power++)
    for (const factor of [1, 2, 3, 5]) stops.push(Number(`${factor}e${power}`));
  return [...stops, Number(`1e${last}`)];
}
