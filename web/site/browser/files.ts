/** Saves files that the page makes. */

/** Downloads a file. */
export function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Downloads a table. The CSV writer is large, so it is loaded with the first table. */
export async function saveCsv(name: string, rows: readonly (readonly (string | number)[])[]): Promise<void> {
  const { toCsv } = await import('../../table/write.ts');
  save(name, new Blob([toCsv(rows)], { type: 'text/csv' }));
}
