/** The prototypes of the language as they were at the start. With `--import`, a process whose prototypes have changed ends with status 70. */
import { isDeepStrictEqual } from 'node:util';

const bases = [Object, Array, Function, String, Number, Promise, Map, Error, Float64Array].map((one) => one.prototype);
export const stateOf = () =>
  bases.map((base) =>
    Object.entries(Object.getOwnPropertyDescriptors(base)).map(([key, one]) => [key, one.value ?? one.get]),
  );
export const before = stateOf();

process.on('exit', () => {
  if (!isDeepStrictEqual(stateOf(), before)) process.exitCode = 70;
});
