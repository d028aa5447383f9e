// What a reader does on the page, written once for all browsers.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until the answer is not empty. */
async function until(driver, what, work, ...values) {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
    const found = await driver.evaluate(work, ...values);
    if (found) return found;
  }
  throw new Error(`Waited a minute for ${what}.`);
}

/** Fingerprint of the finished training on view. */
const finished = (driver) =>
  until(driver, 'the end of training', () => {
    const ended = /^TRIP/.test(document.querySelector('[data-value=verdict]')?.textContent);
    const shown = document.querySelector('[data-value=fingerprint]')?.textContent;
    return ended && /^[0-9a-f]{16}$/.test(shown) && shown;
  });

/** What the controls show, by name. */
const shownSettings = (driver) =>
  driver.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('[data-control]')].flatMap((control) => {
        const input = control.querySelector('input[type=text]:not([readonly]), select, input[type=checkbox], input[type=radio]:checked');
        return input ? [[control.dataset.control, input.type === 'checkbox' ? String(input.checked) : input.value]] : [];
      }),
    ),
  );

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

  await driver.press('[data-method=trip] .plot', 'ArrowRight');
  await driver.press('[data-method=trip] .plot', 'Enter');
  const explained = await until(driver, 'an explained sample', () => document.querySelector('.sample table')?.textContent);
  assert.match(explained, /petal length/);

  const before = await finished(driver);
  await driver.fill('[data-control=lambda] input[type=text]', '0.05');
  await until(driver, 'lambda in the link', () => location.hash.includes('l=0.05'));
  const after = await finished(driver);
  assert.notEqual(after, before, 'another lambda is another training');

  const link = await driver.evaluate(() => document.querySelector('[data-control=link] input').value);
  assert.match(new URL(link).hash, /^#[A-Za-z0-9._~=&-]{1,499}$/);
  const settings = await shownSettings(driver);
  await driver.reload();
  assert.equal(await finished(driver), after, 'the same training after a reload');
  assert.deepEqual(await shownSettings(driver), settings, 'the same controls after a reload');

  const exported = await exportedModel(driver);
  assert.equal(restore(JSON.parse(exported)), after, 'the exported model is the one on view');
}

/** Text of the model file that the page would save. */
async function exportedModel(driver) {
  await driver.evaluate(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      blob.text().then((text) => {
        window.exported = text;
      });
      return make.call(URL, blob);
    };
  });
  await driver.click('[data-control=model] button');
  return until(driver, 'the exported model', () => window.exported);
}
