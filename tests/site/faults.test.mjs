// Faults around the page: workers that are killed, stray messages, refusals of the browser, a frozen tab, and faults of the page itself.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../../build-scripts/serve.mjs';
import {
  becomes,
  briefly,
  button,
  epochOf,
  fingerprint,
  follow,
  openSettings,
  root,
  shows,
  startBench,
  text,
  until,
  violations,
} from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

/** Runs in the page: its workers, and random numbers from a seed. */
function registerWorkers() {
  let state = 7;
  globalThis.random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  globalThis.jobs = new Map();
  const Usual = Worker;
  globalThis.Worker = class extends Usual {
    constructor(...given) {
      super(...given);
      globalThis.jobs.set(this, 'loading');
    }
    postMessage(message, ...more) {
      const { training, restart, job } = message;
      if (message.type === 'start') globalThis.jobs.set(this, `${training?.options.method ?? job} ${restart}`);
      super.postMessage(message, ...more);
    }
  };
}

/** Runs in the page: kills workers at random moments, each job once; two of them in silence, as some browsers do. */
async function killWorkers(kills) {
  const { random, jobs } = globalThis;
  const hit = new Set();
  let killed = 0;
  for (let loading = 0; killed < kills; ) {
    await new Promise((resolve) => setTimeout(resolve, 40 * random()));
    const mayDie = ([, job]) => (job === 'loading' ? loading < 3 : !hit.has(job));
    const alive = [...jobs].filter(mayDie);
    if (alive.length === 0) continue;
    const [worker, job] = alive[Math.floor(random() * alive.length)];
    if (job === 'loading') loading++;
    hit.add(job);
    jobs.delete(worker);
    worker.terminate();
    if (job === 'loading' || killed % 9 !== 4) worker.dispatchEvent(new ErrorEvent('error', { message: 'killed' }));
    killed++;
  }
  return killed;
}

const startsOf = (page) => text(page, '[data-value=starts]');

test('20 workers killed at random moments: the results of the undisturbed page, and no start is lost', async (t) => {
  const hash = '#v=1&k=30&e=1200&p=full';
  const usual = await bench.open(hash, { wait: 'end' });
  const expected = [
    await fingerprint(usual.page),
    await startsOf(usual.page),
    await text(usual.page, '[data-value=verdict]'),
  ];
  await bench.tidy();
  const { page, heard } = await bench.open(hash, {
    wait: null,
    own: true,
    prepare: (page) => page.addInitScript(registerWorkers),
  });
  await page.waitForFunction(() => [...globalThis.jobs.values()].some((job) => job !== 'loading'));
  const killed = await page.evaluate(killWorkers, 20);
  await until.end(page);
  assert.equal(killed, 20);
  assert.deepEqual([await fingerprint(page), await startsOf(page), await text(page, '[data-value=verdict]')], expected);
  assert.deepEqual(await page.locator('[data-notice=failure], [data-notice=fault]').allTextContents(), []);
  assert.deepEqual(heard, []);
  t.diagnostic(`${killed} workers killed`);
});

/** Runs in the page: messages of all workers come late, twice, and with foreign ones between, in both directions. */
function disturbMessages() {
  let state = 3;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const foreign = [
    null,
    'text',
    7,
    {},
    { type: 'nothing' },
    { type: 'finished', job: 1e9 },
    { type: 'done', id: 1e9 },
    { id: 0 },
  ];
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const restless = (deliver) => {
    let queue = Promise.resolve();
    return (message) => {
      queue = queue.then(async () => {
        if (random() < 0.2) await pause(15 * random());
        if (random() < 0.3) deliver(foreign[Math.floor(random() * foreign.length)]);
        deliver(message);
        const twice = random();
        if (twice < 0.2) deliver(message);
        else if (twice < 0.4) setTimeout(() => deliver(message), 30 * random());
      });
    };
  };
  const Usual = Worker;
  globalThis.disturbed = 0;
  globalThis.Worker = class extends Usual {
    #post = restless((message) => super.postMessage(message));
    postMessage(message) {
      globalThis.disturbed++;
      this.#post(structuredClone(message));
    }
    set onmessage(listener) {
      const deliver = restless((data) => listener({ data }));
      super.onmessage = ({ data }) => deliver(data);
    }
  };
}

test('late, doubled and foreign messages: the same result of a training, and of a table that is read in a worker', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => [n % 2 === 0 ? n : -n, (n * 7) % 5, n % 2 === 0 ? 'yes' : 'no']);
  const table = ['a,b,c', ...rows].join('\n');
  const seen = [];
  for (const prepare of [undefined, (page) => page.addInitScript(disturbMessages)]) {
    const { page, heard } = await bench.open('#v=1&k=4&e=300&p=full', { wait: 'end', own: true, prepare });
    const own = [await fingerprint(page), await startsOf(page)];
    await button(page, 'Your own table …').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Pasted table').fill(table);
    await dialog.getByLabel('Pasted table').blur();
    await shows(dialog, 'h3', 'Predict “c” (2 classes)?');
    await button(dialog, 'Train on this').click();
    await dialog.waitFor({ state: 'hidden' });
    await until.end(page);
    seen.push([...own, await fingerprint(page)]);
    assert.deepEqual(heard, []);
    if (prepare) assert.ok((await page.evaluate(() => globalThis.disturbed)) > 20);
    await bench.tidy();
  }
  assert.deepEqual(seen[1], seen[0]);
});

/** Runs in the page: a browser that refuses everything that it may refuse. */
function refuse() {
  const denied = (name) => new DOMException(`${name} is refused for this test`, 'NotAllowedError');
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(globalThis, name, {
      get() {
        throw denied(name);
      },
    });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(denied('clipboard')) } });
  URL.createObjectURL = () => {
    throw denied('download');
  };
}

test('storage, clipboard and downloads refused: the page says so, and trains on', async () => {
  const { page, heard } = await bench.open(briefly, {
    wait: 'end',
    own: true,
    prepare: (page) => page.addInitScript(refuse),
  });
  await button(page, 'Copy link').click();
  const share = page.locator('[data-part=share]');
  await shows(share, '[role=status]', /does not let the page copy\. The link is selected/);
  assert.equal(
    await page.evaluate(() => document.activeElement.value?.slice(document.activeElement.selectionStart)),
    await page.getByLabel('Link to the current page').inputValue(),
  );
  for (const [name, file] of [
    ['Drawing (SVG)', 'trip.svg'],
    ['Model', 'model.json'],
    ['Points (CSV)', 'projection.csv'],
  ]) {
    await page.locator('[data-part=share] button', { hasText: name }).first().click();
    await shows(page, '[data-notice=unsaved]', new RegExp(`did not save ${file}: download is refused`));
    await page.locator('[data-notice=unsaved] button').click();
    await becomes(() => page.locator('[data-notice=unsaved]').count(), 0);
  }
  const before = await fingerprint(page);
  await button(page, 'New data').click();
  await until.end(page);
  await shows(page, '[data-value=fingerprint]', (now) => now !== before);
  assert.deepEqual(heard, []);
});

test('a content security policy without WebAssembly: the page says who can change it, and plays the recording', async () => {
  const headers = { 'content-security-policy': "script-src 'self'" };
  const server = await serve(join(root, 'site'), { headers });
  try {
    const { page } = await bench.open('', { wait: 'broken', own: true, address: server.url });
    assert.match(
      await text(page, '[data-notice=broken]'),
      /content security policy .* 'wasm-unsafe-eval' in script-src/,
    );
    await page.locator('.replay canvas').first().waitFor();
    assert.equal(await page.locator('[data-notice=fault]').count(), 0);
  } finally {
    await bench.tidy();
    await server.close();
  }
});

/** Runs in the page: what it sees of a tab that goes to the background, or comes back. */
function turn(hidden) {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (hidden ? 'hidden' : 'visible'),
  });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

test('a tab that is frozen and woken goes on to the same result', async () => {
  const { page, context, heard } = await bench.open('#v=1&k=2&e=400&p=slow', { own: true });
  const session = await context.newCDPSession(page);
  await session.send('Debugger.enable');
  await becomes(
    () => epochOf(page, 'trip'),
    (epoch) => epoch > 3,
  );
  // Longer than workers may be silent. The debugger stops the page's timers and messages, as a browser does in a frozen tab.
  for (const time of [200, 3500]) {
    await page.evaluate(turn, true);
    const frozen = new Promise((resolve) => session.once('Debugger.paused', resolve));
    await session.send('Debugger.pause');
    await frozen;
    await sleep(time);
    await session.send('Debugger.resume');
    await page.evaluate(turn, false);
    const now = await epochOf(page, 'trip');
    await becomes(
      () => epochOf(page, 'trip'),
      (epoch) => epoch > now,
    );
  }
  await follow(page, '#v=1&k=2&e=400&p=full');
  await until.end(page);
  const own = await fingerprint(page);
  assert.deepEqual(await page.locator('[data-notice=failure], [data-notice=fault]').allTextContents(), []);
  const { page: usual } = await bench.open('#v=1&k=2&e=400&p=full', { wait: 'end' });
  assert.equal(own, await fingerprint(usual));
  assert.deepEqual(heard, []);
});

const report = (page) => page.locator('[data-notice=fault] textarea').inputValue();

test('a fault of the page offers one text to copy: version, engine, settings, error and the last steps, without data', async () => {
  const { page, context } = await bench.open('#v=1&k=2&e=100&p=full&l=0.2', { wait: 'end', own: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSettings(page);
  for (let i = 0; i < 12; i++) await button(page, 'New start').click();
  await until.end(page);
  await page.evaluate(() => {
    setTimeout(() => {
      const nothing = undefined;
      nothing.part();
    });
  });
  await page.locator('[data-notice=fault]').waitFor();
  const lines = (await report(page)).split('\n');
  assert.match(lines[0], /^trip-wasm \d+\.\d+\.\d+, results \d+$/);
  assert.match(lines[1], /Chrom/);
  assert.match(lines[2], /^settings: #v=1\.\d+&/);
  const steps = lines[3].replace('steps: ', '').split(', ');
  assert.equal(steps.length, 10);
  for (const step of steps) assert.match(step, /^\d+ s click newStart$/);
  assert.match(lines[4], /^TypeError: Cannot read properties of undefined/);
  assert.deepEqual(await violations(page, '[data-notice=fault]'), []);
  await button(page, 'Copy the report').click();
  await shows(page, '[data-notice=fault] [role=status]', 'Copied.');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await report(page));
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await button(page, 'Copy the report').click();
  await shows(page, '[data-notice=fault] [role=status]', /selected: copy it by hand/);
  const selected = () =>
    page.evaluate(() => document.activeElement.value?.slice(document.activeElement.selectionStart));
  await becomes(selected, await report(page));
  await page.locator('[data-notice=fault]').getByRole('button', { name: 'Close' }).click();
  await becomes(() => page.locator('[data-notice=fault]').count(), 0);
});

test('an internal error of a training is a fault too; errors with another cause are not', async () => {
  const fail = (code) => {
    const Usual = Worker;
    globalThis.Worker = class extends Usual {
      set onmessage(listener) {
        super.onmessage = ({ data }) => {
          const { type, job } = data;
          const error = { code, message: 'TypeError: "a secret" is not a function' };
          listener({ data: type === 'started' ? { type: 'failed', job, error, fatal: true } : data });
        };
      }
    };
  };
  for (const [code, faults] of [
    ['internal', 1],
    ['value', 0],
  ]) {
    const { page } = await bench.open(briefly, {
      wait: null,
      own: true,
      prepare: (page) => page.addInitScript(fail, code),
    });
    await shows(page, '[data-notice=failure]', /A training failed: TypeError/);
    await becomes(() => page.locator('[data-notice=fault]').count(), faults);
    if (faults > 0) {
      assert.match(await report(page), /^TripError: TypeError: "\.\.\." is not a function$/m);
      assert.doesNotMatch(await report(page), /secret/);
    }
    await bench.tidy();
  }
});
