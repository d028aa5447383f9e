/** The last actions of the command, for the report of an internal error. The steps are words of the program, never names or values of data. */

const MOST = 10;
const steps: string[] = [];

export function traced(step: string): void {
  steps.push(step);
  if (steps.length > MOST) steps.shift();
}

export const lastSteps = (): string => steps.join(', ') || 'none';
