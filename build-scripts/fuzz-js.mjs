// Tries the properties of tests/properties on more inputs: npm run fuzz:js -- --runs 100000 [--seed 7] [restore links ...]
import { parseArgs } from 'node:util';
import { buildLib } from './build-lib.mjs';
import { setup } from './setup.mjs';
import { piecesFor } from './test/suites.mjs';
import { Failure, good, run, whenStarted } from './tools.mjs';

whenStarted(import.meta.url, async () => {
  const options = {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
  };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  for (const [name, value] of Object.entries(values))
    if (!/^\d{1,9}$/.test(value)) throw new Failure(`--${name} is ${value}; an integer is accepted.`);
  await setup('test');
  await buildLib();
  const names = positionals.length > 0 ? positionals : ['*'];
  const env = { FUZZ_RUNS: values.runs, FUZZ_SEED: values.seed };
  console.log(`${values.runs} inputs a property, seed ${values.seed}`);
  for (const { name, file } of names.flatMap((own) => piecesFor(`properties/${own}`))) {
    await run(process.execPath, ['--test-reporter=spec', file], { env });
    good(name);
  }
});
