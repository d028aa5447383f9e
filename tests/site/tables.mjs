// Tables of any size for the page, and their import through its dialogue.
import { button } from './support.mjs';

/** Rows of numbers around a centre of each class on a spiral of centres; the last column holds the class. */
export function classTable(classes, rowsEach, columns = 4) {
  const rows = Array.from({ length: classes * rowsEach }, (_, n) => {
    const c = n % classes;
    const centre = (i) => (2 + c / 3) * Math.sin(c * 0.9 + (i * Math.PI) / 2) * (1 + (i >> 1) / 4);
    const cells = Array.from({ length: columns }, (_, i) => centre(i) + Math.sin(n * (7.1 + i)) / 3);
    return [...cells.map((value) => value.toFixed(4)), `k${c}`].join(',');
  });
  const header = [...Array.from({ length: columns }, (_, i) => `v${i}`), 'class'].join(',');
  return Buffer.from([header, ...rows].join('\n'));
}

/** Opens the part of the dialogue that says how a table was read. */
export async function unfold(dialog) {
  const part = dialog.locator('[data-part=how-read]');
  await part.waitFor();
  if (!(await part.evaluate((one) => one.open))) await part.locator('summary').click();
}

/** Chooses between classes and numbers where a column of numbers may be both. */
export async function chooseTask(dialog, task) {
  const choice = dialog.locator(`input[name=import-task][value=${task}]`);
  if ((await choice.count()) > 0) await choice.check();
}

/** Enters the table in the dialogue and chooses its last column; resolves when the dialogue has read the table. */
export async function offer(page, buffer, task = 'classification') {
  const dialog = page.getByRole('dialog');
  if (!(await dialog.isVisible())) await button(page, 'Your own table …').click();
  await dialog.locator('input[type=file]').setInputFiles({ name: 'table.csv', mimeType: 'text/csv', buffer });
  await dialog.locator('form[aria-busy=false]').waitFor();
  const target = dialog.getByRole('combobox', { name: /^Column to predict/ });
  await target.selectOption(await target.locator('option').last().getAttribute('value'));
  await chooseTask(dialog, task);
  return dialog;
}
