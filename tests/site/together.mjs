// Runs files of tests in one process, one after the other, so that they share the browser: node tests/site/together.mjs <file> ...
import { basename, resolve } from 'node:path';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { shareBenches } from './support.mjs';

/** Ends a file that hangs. */
const timeout = 10 * 60 * 1000;

after(shareBenches());
for (const file of process.argv.slice(2))
  describe(basename(file, '.test.mjs'), { timeout }, async () => {
    await import(pathToFileURL(resolve(file)));
  });
