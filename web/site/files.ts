/** Files that the page makes. */

/** Hands a file to the reader. */
export function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

type Cell = string | number;

/**
 * A table as CSV that a spreadsheet can open without running anything: text that it would take for a formula gets an apostrophe
 * before it. Numbers have all their digits and a dot.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): Blob {
  const cell = (value: Cell) => {
    if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n');
  return new Blob([`${text}\r\n`], { type: 'text/csv' });
}
