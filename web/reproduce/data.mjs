// Finds the files of the real sets.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../build-scripts/tools.mjs';

/** The path of a file in the folder `data`, which may be undefined, or among the data of the tests; undefined if it is in neither. */
export function findData(data, file) {
  const places = [data, fromRoot('tests', 'data')];
  return places.map((place) => place && join(place, file)).find((path) => path && existsSync(path));
}
