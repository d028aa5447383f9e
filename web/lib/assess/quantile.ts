/** The quantile of ascending values, linear between them. */
export function quantile(values: Float64Array, share: number): number {
  const at = share * (values.length - 1);
  const below = Math.floor(at);
  const low = values[below] as number;
  return low + (at - below) * ((values[Math.min(below + 1, values.length - 1)] as number) - low);
}
