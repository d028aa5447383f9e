/** The quantile of numbers in any order, linear between them. */
export function quantile(numbers: ArrayLike<number>, share: number): number {
  const values = Float64Array.from(numbers).sort();
  const at = share * (values.length - 1);
  const below = Math.floor(at);
  const low = values[below] as number;
  return low + (at - below) * ((values[Math.min(below + 1, values.length - 1)] as number) - low);
}
