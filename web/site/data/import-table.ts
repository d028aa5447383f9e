/** Reads the reader's own table in this thread, without the dialogue. */

import { type OwnData, ownOf } from './own.ts';
import { type Choice, defaultReading, type Reading, type Source, TableFile } from './table.ts';

export { defaultReading };

/** Throws a TableError that names the faulty rows, or a Refusal with the missing requirement. */
export async function importTable(source: Source, name: string, reading: Reading, choice: Choice): Promise<OwnData> {
  return ownOf(name, await new TableFile(source).read(reading, choice));
}
