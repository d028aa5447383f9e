/** Names of variables as the page shows them. */

import type { DataId } from '../data/catalogue.ts';
import { variables } from './en/variables.ts';

/** The name in the current language; names of a reader's table are quoted unchanged. */
export function variableName(data: DataId, name: string): string {
  if (data === 'own') return name;
  const { names } = variables;
  if (Object.hasOwn(names, name)) return names[name as keyof typeof names];
  const [, mode, index] = /^(row|column) (\d+)$/.exec(name) ?? [];
  return index === undefined ? name : variables[mode as 'row' | 'column'](index);
}
