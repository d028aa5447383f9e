/** Answers to the questions of the lessons, and the name of their reader, in the form of a link. No server and no storage is involved. */

import type { Reply } from '../link/address.ts';
import type { Problem } from '../link/problems.ts';
import type { Question } from './questions.ts';

/** Index of the choice for each question; undefined where none was taken. */
export type AnswerList = readonly (number | undefined)[];

export interface Answered {
  readonly answers: AnswerList;
  /** Empty where the reader gave none. */
  readonly name: string;
}

/** Most characters of a name. */
export const nameLimit = 24;
/** Stands for a question without an answer. */
const none = '-';
/** Begins a name that contains other characters than letters, digits and spaces of ASCII: its UTF-8 in base64url follows. */
const encoded = '~';

/** One digit a question, without the unanswered ones at the end. */
export const writeAnswers = (answers: AnswerList): string =>
  answers
    .map((choice) => choice ?? none)
    .join('')
    .replace(/-+$/, '');

/** Reads answers; those to unknown questions or choices are left out and counted in a problem. */
export function readAnswers(text: string, questions: readonly Question[], problems: Problem[]): AnswerList {
  const nothing = questions.map(() => undefined);
  if (!/^[\d-]*$/.test(text)) {
    problems.push({ code: 'badAnswers' });
    return nothing;
  }
  const given = [...text].map((digit) => (digit === none ? undefined : Number(digit)));
  const fits = (choice: number | undefined, at: number) =>
    choice !== undefined && choice < (questions[at]?.choices ?? 0);
  const count = given.filter((choice, at) => choice !== undefined && !fits(choice, at)).length;
  if (count > 0) problems.push({ code: 'answersLeftOut', count });
  return nothing.map((_, at) => (fits(given[at], at) ? given[at] : undefined));
}

/**
 * A name as it is shown, saved and put into links: without control and formatting characters, which could reorder or hide other
 * text, with single spaces, at most two marks on a letter, and at most `nameLimit` characters.
 */
export function cleanName(text: string): string {
  // Characters are removed first, since what they separate may be one space or one letter. A line feed is a space and a control character.
  const shown = text
    .slice(0, 40 * nameLimit)
    .replace(/(?!\s)\p{C}/gu, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim();
  return [...shown].slice(0, nameLimit).join('').trim();
}

export function writeName(name: string): string {
  const clean = cleanName(name);
  if (/^[A-Za-z0-9 ]*$/.test(clean)) return clean.replaceAll(' ', '.');
  const bytes = new TextEncoder().encode(clean);
  const base64 = btoa(String.fromCharCode(...bytes));
  return encoded + base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function readName(text: string, problems: Problem[]): string {
  const name = text.startsWith(encoded) ? decoded(text.slice(encoded.length)) : text.replaceAll('.', ' ');
  const clean = name === undefined ? '' : cleanName(name);
  if (clean === '' && text !== '') problems.push({ code: 'badName' });
  return clean;
}

function decoded(text: string): string | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (one) => one.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

export const writeReply = ({ answers, name }: Answered): Reply => ({
  answers: writeAnswers(answers),
  name: writeName(name),
});

export const readReply = (reply: Reply, questions: readonly Question[], problems: Problem[]): Answered => ({
  answers: readAnswers(reply.answers, questions, problems),
  name: readName(reply.name, problems),
});
