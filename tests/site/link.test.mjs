// The address contains the state, reports parts that it cannot use, and Back works.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { resultVersion } from '../../dist/index.js';
import {
  becomes,
  briefly,
  button,
  control,
  fingerprint,
  follow,
  hashOf,
  openSettings,
  shows,
  startBench,
  until,
} from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

/** Another value for every control: its part of the hash, and how to read it back from the page. */
const settings = {
  // Short trainings for the following cases.
  restarts: ['k=2', '2'],
  epochs: ['e=20', '20'],
  speed: ['p=full', 'full'],
  dataSeed: ['d=9007199254740991', '9007199254740991'],
  samplesPerClass: ['n=60', '60'],
  noiseDimensions: ['m=17', '17'],
  lambda: ['l=0.025', '0.025'],
  hiddenLayers: ['h=2', '2'],
  hiddenWidth: ['w=7', '7'],
  seed: ['s=12', '12'],
  batchSize: ['b=64', '64'],
  learningRate: ['r=0.002', '0.002'],
  learningRateDecay: ['rd=cosine', 'cosine'],
  validation: ['va=0.2', '0.2'],
  patience: ['pa=7', '7'],
  minDelta: ['md=0.01', '0.01'],
  curve: ['c=lda', 'lda'],
  scale: ['y=linear', 'linear'],
  measure: ['me=objective', 'objective'],
  theme: ['t=dark', 'dark'],
  language: ['hl=en', 'en'],
  ranks: ['j=3', '3'],
  sigma: ['q=half', 'half'],
  target: ['g=1', '1'],
  against: ['ga=0', '0'],
  listed: ['tv=20', '20'],
  gridFrom: ['gf=0.02', '0.02'],
  gridTo: ['gt=2', '2'],
  gridSteps: ['gn=3', '3'],
  gridDepths: ['gd=all', 'all'],
  gridStarts: ['gs=2', '2'],
  folds: ['xf=4', '4'],
  permutations: ['xp=99', '99'],
  testStarts: ['xs=2', '2'],
  bootstraps: ['xb=50', '50'],
};
const flags = {
  standardize: ['z=1', true],
  testPoints: ['o=0', false],
  arrows: ['u=1', true],
  explained: ['ec=1', true],
  discrete: ['dc=1', true],
  plateau: ['pl=1', true],
  stopEarly: ['xe=1', true],
  halving: ['hv=1', true],
};
const parts = [...Object.values(settings), ...Object.values(flags)].map(([part]) => part);

/** Settings that other tests change: of other data, by dragging a picture, along the path, of results on request, or of the plane that moves. */
const elsewhere = [
  ...['data', 'mode', 'yaw', 'pitch', 'pathStep', 'ellipses'],
  ...['planeView', 'tour', 'tourAt', 'tourSeed', 'handFrom', 'exercise'],
  ...['toolFolded', 'goal', 'goalsReached'],
  // Links of the report contain it: reproduction.test.mjs.
  'gridWanted',
];

test('no setting is forgotten here', async () => {
  const { modules } = await loadModules('/link/state.ts');
  assert.deepEqual([...Object.keys({ ...settings, ...flags }), ...elsewhere].sort(), [...modules[0].names].sort());
});

const valueIn = (page, name) => control(page, name).locator('input[type=text], select').first().inputValue();
const checked = (page, name) => control(page, name).locator('input[type=checkbox]').isChecked();

test('every setting survives the address', async () => {
  const hash = `#v=1&${parts.join('&')}`;
  const { page, heard } = await bench.open(hash, { wait: 'end' });
  for (const [name, [, value]] of Object.entries(settings)) assert.equal(await valueIn(page, name), value, name);
  for (const [name, [, value]] of Object.entries(flags)) assert.equal(await checked(page, name), value, name);
  assert.equal(await page.locator('[data-notice=link]').count(), 0);
  const link = await page.getByLabel('Link to the current page').inputValue();
  const copied = new URL(link).hash.slice(1).split('&');
  for (const part of parts) assert.ok(copied.includes(part), `${part} in ${link}`);
  assert.ok(new URL(link).hash.length <= 500);
  assert.match(new URL(link).hash, /^#[A-Za-z0-9._~=&-]+$/);
  assert.deepEqual(heard, []);
});

test('an older link gives the width of neighbourhoods as a number, which stays among the choices', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1&e=20&q=0.7', { wait: 'end' });
  assert.equal(await valueIn(page, 'sigma'), '0.7');
  await shows(page, '[data-value=isolated]', /the width σ = 0\.70*\b/);
  await control(page, 'sigma').locator('select').selectOption('1');
  await becomes(() => hashOf(page), /&q=1$/);
  await shows(page, '[data-value=isolated]', /the width σ = 1(\.0*)?\./);
  assert.deepEqual(heard, []);
});

test('defaults add nothing to the address, and each control writes its own part', async () => {
  const { page } = await bench.open();
  await openSettings(page);
  await page.locator('.assess summary').click();
  const written = async () => (await hashOf(page)).slice(1).split('&');
  assert.equal(await hashOf(page), '');
  for (const [name, [part, value]] of Object.entries(settings)) {
    const box = control(page, name).locator('input[type=text], select').first();
    if ((await box.evaluate((one) => one.tagName)) === 'SELECT') await box.selectOption(value);
    else {
      await box.fill(value);
      await box.press('Enter');
    }
    assert.ok((await written()).includes(part), `${part} in ${await written()}`);
  }
  for (const [name, [part]] of Object.entries(flags)) {
    await control(page, name).locator('input[type=checkbox]').click();
    assert.ok((await written()).includes(part), `${part} in ${await written()}`);
  }
  await button(page, 'Back to the opening settings').click();
  assert.equal(await hashOf(page), '#v=1&t=dark&hl=en&ec=1');
});

test('invalid parts of a link are reported, not replaced silently', async () => {
  const { page, heard } = await bench.open('#v=1&l=abc&h=9&n=1.5&p=warp&z=2&d=-1&k=2&k=3&zz=1&i=40&f=12');
  const notice = page.locator('[data-notice=link]');
  const said = await notice.textContent();
  for (const part of [
    'l=abc',
    'h=9',
    'n=1.5',
    'p=warp',
    'z=2',
    'd=-1',
    '“k” twice',
    '“zz”',
    'start 41, but only starts 1 to 2 exist.',
    '“12”',
  ]) {
    assert.ok(said.includes(part), `${part} in: ${said}`);
  }
  assert.match(said, /h=9 in the link is outside 0 to 4; 4 is used/);
  assert.equal(await valueIn(page, 'hiddenLayers'), '4');
  await button(page, 'Close').click();
  await notice.waitFor({ state: 'detached' });

  for (const [what, hash] of Object.entries({
    'cut or padded': `#v=1&d=${'1'.repeat(600)}`,
    'foreign characters': '#v=1&d=<img src=x onerror=alert(1)>',
    'another version': '#v=9&d=5',
    'no version': '#d=5',
  })) {
    await follow(page, hash);
    await notice.waitFor();
    const said = await notice.textContent();
    assert.ok(said.length > 40, `${what}: ${said}`);
    await follow(page, briefly);
    await notice.waitFor({ state: 'detached' });
  }
  assert.deepEqual(heard, []);
});

test('parts that do not fit the data: the page reports them, and links have the values that are shown', async () => {
  const { page, heard } = await bench.open('#v=1&a=digits&p=full&k=1&e=20&x=3');
  for (const [data, asked, said, written] of [
    // The first one is in the address that the page opens with; it follows the others.
    ['digits', 'x=3', /x=3 in the link cannot be used \(plane, pair, 1, 2\); plane is used/, { mode: 'plane' }],
    ['digits', 'c=pca', /c=pca in the link cannot be used \(trip, tucker\); trip is used/, { curve: 'trip' }],
    ['network', 'c=lda', /c=lda in the link cannot be used \(trip, tucker\); trip is used/, { curve: 'trip' }],
    ['network', 'me=accuracy', /me=accuracy in the link .* \(loss, objective\); loss is used/, { measure: 'loss' }],
    ['spiral', 'g=50', /g=50 in the link is outside 0 to 1; 1 is used/, { target: '1' }],
    ['iris', 'g=3', /g=3 in the link is outside 0 to 2; 2 is used/, { target: '2' }],
    ['iris', 'ga=2', /ga=2 in the link cannot be used \(0, 1\); -1 is used/, { against: '-1' }],
    ['iris', 'sn=106', /sn=106 in the link names a sample .* the numbers are 1 to 105/, {}],
    ['iris', 'sn=t0', /sn=t0 in the link is not the number of a sample/, {}],
  ]) {
    if (asked !== 'x=3') await follow(page, `#v=1&a=${data}&p=full&k=1&e=20&${asked}`);
    await shows(page, '[data-notice=link]', said);
    for (const [name, value] of Object.entries(written)) {
      await becomes(() => valueIn(page, name), value);
      assert.ok(!new URL(await page.getByLabel('Link to the current page').inputValue()).hash.includes(asked));
    }
    await control(page, 'hiddenWidth').getByRole('textbox').fill('4');
    await control(page, 'hiddenWidth').getByRole('textbox').press('Enter');
    await becomes(
      () => hashOf(page),
      (hash) => hash.includes(`a=${data}`) === (data !== 'spiral') && /&w=4/.test(hash) && !hash.includes(`&${asked}`),
    );
    assert.deepEqual(heard, [], asked);
  }
});

test('choices that fit only the previous data are removed for other data', async () => {
  const { page } = await bench.open('#v=1&p=full&k=1&e=20&me=accuracy');
  await page.locator('input[value=network]').check();
  assert.doesNotMatch(await becomes(() => hashOf(page), /a=network/), /me=/);
  assert.equal(await page.locator('[data-notice=link]').count(), 0);
});

test('Back and Forward go through deliberate changes', async () => {
  const { page } = await bench.open(briefly);
  const opening = await valueIn(page, 'dataSeed');
  await control(page, 'hiddenLayers').getByRole('textbox').fill('2');
  await control(page, 'hiddenLayers').getByRole('textbox').press('Enter');
  await button(page, 'New data').click();
  const changed = await hashOf(page);
  const seen = async () => [await hashOf(page), await valueIn(page, 'hiddenLayers')];
  await page.goBack();
  await becomes(seen, ['#v=1&h=2&k=2&e=100&p=full', '2']);
  assert.equal(await valueIn(page, 'dataSeed'), opening);
  await page.goBack();
  await becomes(seen, [briefly, '3']);
  await page.goForward();
  await page.goForward();
  await becomes(seen, [changed, '2']);
});

test('dragging a slider is one entry in the history', async () => {
  const { page } = await bench.open(briefly);
  const before = await page.evaluate(() => history.length);
  const slider = control(page, 'lambda').locator('input[type=range]');
  // Parts of the page that load later may still move the slider.
  await slider.hover();
  const box = await slider.boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.75, y);
  await page.mouse.down();
  for (let share = 0.74; share > 0.2; share -= 0.05) await page.mouse.move(box.x + box.width * share, y);
  await page.mouse.up();
  await becomes(() => hashOf(page), /&l=/);
  assert.equal((await page.evaluate(() => history.length)) - before, 1);
  await page.goBack();
  await becomes(() => valueIn(page, 'lambda'), '0.3');
});

test('the page follows a typed address', async () => {
  const { page } = await bench.open(briefly);
  await follow(page, '#v=1&h=1&w=4');
  await becomes(() => valueIn(page, 'hiddenLayers'), '1');
  assert.equal(await valueIn(page, 'hiddenWidth'), '4');
});

test('a shared link says whether the result is the same', async () => {
  const { page } = await bench.open(briefly, { wait: 'end' });
  const link = new URL(await page.getByLabel('Link to the current page').inputValue()).hash;
  assert.ok(link.endsWith(`f=${await fingerprint(page)}&fv=${resultVersion}`));
  const same = await bench.open(link, { wait: 'end' });
  await shows(same.page, '[data-notice=fingerprint]', /Same result/);
  await follow(same.page, link.replace(/f=[0-9a-f]+/, 'f=0123456789abcdef'));
  await shows(same.page, '[data-notice=fingerprint]', /differs/);
  for (const made of ['', `&fv=${resultVersion - 1}`]) {
    await follow(same.page, link.replace(/f=[0-9a-f]+&fv=\d+/, `f=0123456789abcdef${made}`));
    await shows(same.page, '[data-notice=fingerprint]', /version/);
  }
});

test('a picked start is part of the link', async () => {
  const { page } = await bench.open(briefly, { wait: 'end' });
  const other = page.locator('[data-start]:not(.chosen)').first();
  const index = await other.getAttribute('data-start');
  await other.click();
  assert.match(await hashOf(page), new RegExp(`&i=${index}$`));
  const shown = await fingerprint(page);
  const again = await bench.open(await hashOf(page), { wait: 'end' });
  await again.page.waitForSelector(`[data-start="${index}"][aria-pressed=true]`);
  assert.equal(await fingerprint(again.page), shown);
  await page.goBack();
  await page.waitForSelector('[data-start].chosen[aria-pressed=true]');
  await until.end(page);
  assert.notEqual(await fingerprint(page), shown);
});
