/** Saves files that the page makes. */

/** The browser refused a file. The page says so wherever it was asked for. */
export class NotSaved extends Error {
  constructor(
    readonly file: string,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'NotSaved';
  }
}

/** Downloads a file. Throws `NotSaved`. */
export function save(name: string, content: Blob): void {
  try {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(content);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  } catch (error) {
    throw new NotSaved(name, error);
  }
}

/** Downloads a table. The CSV writer is large, so it is loaded with the first table. */
export async function saveCsv(name: string, rows: readonly (readonly (string | number)[])[]): Promise<void> {
  const { toCsv } = await import('../../table/write.ts').catch((error) => {
    throw new NotSaved(name, error);
  });
  save(name, new Blob([toCsv(rows)], { type: 'text/csv' }));
}
