// The actions of a reader on the page, written once for all browsers.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until the answer is not empty. */
async function until(driver, what, work, ...values) {
  for (const end = Date.now() + 180_000; Date.now() < end; await sleep(100)) {
    const found = await driver.evaluate(work, ...values);
    if (found) return found;
  }
  throw new Error(`Waited three minutes for ${what}.`);
}

/** Fingerprint of the finished training on view. */
const finished = (driver) =>
  until(driver, 'the end of training', () => {
    const ended = /^TRIP/.test(document.querySelector('[data-value=verdict]')?.textContent);
    const shown = document.querySelector('[data-value=fingerprint]')?.textContent;
    return ended && /^[0-9a-f]{16}$/.test(shown) && shown;
  });

/** The values of all controls, in the order of the page. */
const shownSettings = (driver) =>
  driver.evaluate(() =>
    [...document.querySelectorAll('input:not([type=file]), select, textarea')].map((field) => {
      const name = field.closest('[data-control]')?.dataset.control ?? field.name;
      return `${name} ${field.type}: ${['checkbox', 'radio'].includes(field.type) ? field.checked : field.value}`;
    }),
  );

/** Leaves every control with another value than the page's, as readers do who leave in the middle: Firefox remembers those. */
const scramble = (driver) =>
  driver.evaluate(() => {
    for (const field of document.querySelectorAll('input:not([type=file]), select, textarea')) {
      if (['checkbox', 'radio'].includes(field.type)) field.checked = !field.checked;
      else if (field.type === 'range') field.value = field.valueAsNumber > Number(field.min) ? field.min : field.max;
      else if (field.matches('select')) field.selectedIndex = field.selectedIndex === 0 ? field.options.length - 1 : 0;
      else field.value = '777';
    }
  });

/** Sets a field of the dialogue, found by its label, as its reader would. */
const answer = (driver, label, value) =>
  until(
    driver,
    label,
    (label, value) => {
      const fields = [...document.querySelectorAll('dialog label, dialog textarea')];
      const found = fields.find((one) => (one.getAttribute('aria-label') ?? one.textContent).includes(label));
      if (!found) return false;
      const field = found.querySelector('select') ?? found;
      field.value = value;
      for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
      return field.value === value;
    },
    label,
    value,
  );

const plot = '[data-method=trip] .plot';
const byKeys = async (driver) => {
  await driver.press(plot, 'ArrowRight');
  await driver.press(plot, 'Enter');
};
/** Drivers send no keys into frames. */
const byPointer = (driver) => driver.click(plot);

/** A sample near the middle of TRIP's panel, explained in words and numbers. */
async function explainSample(driver, variable, choose = byKeys) {
  // A probe needs a drawn picture, and the browser draws some time after the training has ended.
  await until(driver, 'the last picture', () =>
    [...document.querySelectorAll('[data-method=trip] [data-value=epoch]')].every(
      (one) => Number(one.textContent) === Number(document.querySelector('[data-control=timeline] input')?.max),
    ),
  );
  await choose(driver);
  const explained = await until(driver, 'an explained sample', () => document.querySelector('.sample table')?.textContent);
  assert.match(explained, variable);
}

/** The opening, trained as it opens: its fingerprint. */
export async function opening(driver, url) {
  await driver.open(`${url}#v=1&hl=en&p=full`);
  return finished(driver);
}

/** Iris chosen, a sample explained, lambda changed, the same again after a reload; `restore` reads the exported model. */
export async function mainFlow(driver, restore) {
  await driver.click('label:has(input[value=iris])');
  await until(driver, 'Iris', () => document.querySelector('.legend')?.textContent.includes('virginica'));
  await finished(driver);
  await explainSample(driver, /petal length/);

  const before = await finished(driver);
  await driver.click('button[data-part=settings]');
  await until(driver, 'the settings', () => document.querySelector('[data-control=lambda]') !== null);
  await driver.fill('[data-control=lambda] input[type=text]', '0.05');
  await until(driver, 'lambda in the link', () => location.hash.includes('l=0.05'));
  const after = await finished(driver);
  assert.notEqual(after, before, 'another lambda is another training');

  const link = await driver.evaluate(() => document.querySelector('[data-control=link] input').value);
  assert.match(new URL(link).hash, /^#[A-Za-z0-9._~=&-]{1,499}$/);
  const settings = await shownSettings(driver);
  await scramble(driver);
  const changed = (await shownSettings(driver)).filter((one, at) => one !== settings[at]);
  assert.ok(changed.length > settings.length / 2, `${changed.length} of ${settings.length} controls are scrambled`);
  await driver.reload();
  assert.equal(await finished(driver), after, 'the same training after a reload');
  assert.deepEqual(await shownSettings(driver), settings, 'the same controls after a reload');

  const exported = await savedText(driver, '[data-control=model] button');
  assert.equal(restore(JSON.parse(exported)), after, 'the exported model is the one on view');
}

/** Fingerprints of trainings on other data, by name; `table` is pasted as the reader's own. */
export async function otherData(driver, url, { hashes, table, target }) {
  const found = {};
  for (const [name, hash] of Object.entries(hashes)) {
    await driver.open('about:blank');
    await driver.open(`${url}#${hash}&hl=en&p=full`);
    if (name === 'own') {
      await until(driver, 'the question for the table', () => document.querySelector('[data-notice=table] button') !== null);
      await driver.click('[data-notice=table] button');
      await answer(driver, 'Pasted table', table);
      await answer(driver, 'Column to predict', target);
      await driver.click('dialog .primary:enabled');
    }
    found[name] = await finished(driver);
  }
  return found;
}

/** The page's test of a separation, with few permutations and bootstraps: the table that it saves, line by line. */
export async function assessed(driver, url, hash) {
  await driver.open('about:blank');
  await driver.open(`${url}#${hash}&hl=en&p=full`);
  await finished(driver);
  await until(driver, 'the test', () => document.querySelector('[data-control=assess] button:not([aria-disabled=true])') !== null);
  await driver.click('[data-control=assess] button');
  await until(driver, 'the end of the test', () => document.querySelector('[data-value=angles]') !== null);
  const text = await savedText(driver, '[data-control=assessTable] button');
  return text.trimEnd().split(/\r?\n/);
}

/** Hashes of the points on planes that links move, by name. */
export async function movedPlanes(driver, url, hashes) {
  const found = {};
  for (const [name, hash] of Object.entries(hashes)) {
    await driver.open('about:blank');
    await driver.open(`${url}#${hash}&hl=en&p=full`);
    await finished(driver);
    const read = () => document.querySelector('[data-part=tour] [data-points]')?.dataset.points;
    found[name] = await until(driver, `the plane of ${name}`, read);
  }
  return found;
}

/** The page as one file, from a disk: its fingerprint, and a sample explained. */
export async function oneFile(driver, url) {
  await driver.open(`${url}#v=1&hl=en&p=full`);
  const fingerprint = await finished(driver);
  await explainSample(driver, /\d/);
  return fingerprint;
}

/** The one file in a frame without an origin, whose link has the fingerprint that is expected: what the page says of it. */
export async function framed(driver, url) {
  await driver.open(url);
  await driver.enter('iframe');
  const said = await until(driver, 'a result in the frame', () => document.querySelector('[data-notice=fingerprint]')?.textContent);
  assert.equal(await driver.evaluate(() => origin), 'null');
  await explainSample(driver, /\d/, byPointer);
  return said;
}

/**
 * Scrolls to an element and waits until it keeps its place for three looks. Drivers click at a point, and parts of the page that load
 * or come into view above the element move it away from there.
 */
async function comesToRest(driver, selector) {
  let same = 0;
  let last;
  const place = (one) => {
    const element = document.querySelector(one);
    element?.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
    return element ? [x, y, width, height].join(' ') : 'absent';
  };
  for (const end = Date.now() + 60_000; same < 3; await sleep(100)) {
    assert.ok(Date.now() < end, `${selector} does not come to rest: ${last}`);
    const now = await driver.evaluate(place, selector);
    same = now === last && now !== 'absent' ? same + 1 : 0;
    last = now;
  }
}

/** Text of the file that the page would save when a button is pressed. */
async function savedText(driver, button) {
  await driver.evaluate(() => {
    const make = URL.createObjectURL;
    window.saved = undefined;
    URL.createObjectURL = (blob) => {
      blob.text().then((text) => {
        window.saved = text;
      });
      return make.call(URL, blob);
    };
  });
  await comesToRest(driver, button);
  await driver.click(button);
  return until(driver, 'the saved file', () => window.saved);
}

/** The link that the page gives, opened by another reader: the fingerprint, which the page must recognise; with another one it must not. */
export async function shared(driver, url) {
  await driver.open('about:blank');
  await driver.open(`${url}#v=1&hl=en&p=full`);
  const fingerprint = await finished(driver);
  const link = await until(driver, 'a link with the fingerprint', (own) => {
    const { value = '' } = document.querySelector('[data-control=link] input') ?? {};
    return value.includes(`f=${own}`) && value;
  }, fingerprint);
  const said = async (address) => {
    await driver.open('about:blank');
    await driver.open(`${url}${new URL(address).hash}&hl=en`);
    await finished(driver);
    return until(driver, 'a comparison', () => document.querySelector('[data-notice=fingerprint]')?.textContent);
  };
  assert.match(await said(link), /Same result/);
  assert.doesNotMatch(await said(link.replace(fingerprint, '0123456789abcdef')), /Same result/);
  return fingerprint;
}

/** A CSV file chosen in the dialogue, and trained: the verdict, with its accuracies. Drivers cannot choose files in frames, so that the page gives it to its field. */
export async function importFile(driver, { table, target }) {
  const before = await driver.evaluate(() => document.querySelector('[data-value=verdict]').textContent);
  await until(driver, 'the dialogue', () => {
    const all = [...document.querySelectorAll('button')];
    const open = document.querySelector('dialog[open]');
    if (!open) all.find((one) => one.textContent.trim() === 'Your own table …')?.click();
    return open !== null;
  });
  await driver.evaluate((text) => {
    const field = document.querySelector('dialog input[type=file]');
    const list = new DataTransfer();
    list.items.add(new File([text], 'table.csv', { type: 'text/csv' }));
    field.files = list.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }, table);
  await answer(driver, 'Column to predict', target);
  await until(driver, 'the button', () => document.querySelector('dialog .primary:enabled') !== null);
  await driver.click('dialog .primary');
  await until(driver, 'the end of the dialogue', () => document.querySelector('dialog[open]') === null);
  // Embedded pages show no fingerprint.
  return until(driver, 'the training of the file', (before) => {
    const verdict = document.querySelector('[data-value=verdict]').textContent;
    return /^TRIP/.test(verdict) && verdict !== before && verdict;
  }, before);
}
