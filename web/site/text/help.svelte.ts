/** The help texts of the controls, which load after the first picture. */

type Help = typeof import('./en/help.ts').help;

let texts = $state.raw<Help>();

export async function loadHelp(): Promise<void> {
  texts = (await import('./en/help.ts')).help;
}

/** The help text of a control in the current language; empty until the texts are loaded. */
export const helpOf = (name: keyof Help): string => texts?.[name] ?? '';
