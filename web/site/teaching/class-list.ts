/** Links with answers that the students of a class sent back, read from pasted text. Everything stays in the page. */

import { addresses } from '../data/state.ts';
import type { Problem } from '../link/problems.ts';
import { type Answered, type AnswerList, cleanName, readReply } from './answer-link.ts';
import { letterOf, type Question } from './questions.ts';

/** Characters and links that are read at most: a class of hundreds, with its chat. */
export const textLimit = 2 ** 20;
export const linkLimit = 1000;
/** Links that are looked at, with those that repeat others or have no answers: each takes 0.2 ms. */
const lookLimit = 4 * linkLimit;
/** The page makes no longer hashes. */
const hashLimit = 600;

export interface Student extends Answered {
  /** The name stands before the link in its line, and not in the link. */
  readonly fromLine: boolean;
  /** Parts of the link that could not be used. */
  readonly problems: readonly Problem[];
}

export interface ClassList {
  readonly students: readonly Student[];
  /** Links that repeat an earlier one with a name, links without readable answers, and links after the most that are read. */
  readonly repeated: number;
  readonly unanswered: number;
  readonly tooMany: number;
  /** The text was longer than the part that is read. */
  readonly cut: boolean;
}

/** The hash of a link of this page, up to the first character that no link contains. */
const hashes = /#(v=1(?:\.\d+)?&[A-Za-z0-9._~=&-]*)/g;

/** Undoes what programs do to links: soft line ends and `=3D` of mails, `&amp;` of web pages, percent signs of trackers. */
function plain(text: string): string {
  const mail = /=3D/.test(text) ? text.replace(/=\r?\n/g, '').replaceAll('=3D', '=') : text;
  return mail
    .replaceAll('&amp;', '&')
    .replace(/%(23|26|3[dD]|7[eE]|2[eEdD]|5[fF])/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
}

/** Characters before a link in which its name is looked for. */
const nameScan = 200;
/** The time with which chats begin a line. */
const time = /^\s*\[?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m\b)?\]?/i;

/** The hash without what follows it in its line: a link says how long it is, and a full stop belongs to the sentence. */
function trimmed(hash: string): string {
  const [begin = '', length] = /^v=1\.(\d{1,3})&/.exec(hash) ?? [];
  const all = length === undefined ? hash.length : begin.length + Number(length);
  return hash.length > all ? hash.slice(0, all) : hash.length > hashLimit ? '' : hash.replace(/\.+$/, '');
}

/** The name before a link in a line of a chat or spreadsheet: `Ann: https://…`, `Ann<tab>…`. */
function nameIn(before: string): string {
  const words = before.slice(-nameScan).replace(/\S*$/, '').replace(time, '');
  return cleanName(words.replace(/["'<>|;\t]+/g, ' ').replace(/[\s:,–—-]+$/, ''));
}

export function readClass(text: string, questions: readonly Question[]): ClassList {
  const seen = new Set<string>();
  const students: Student[] = [];
  const counts = { repeated: 0, unanswered: 0, tooMany: 0 };
  let looked = 0;
  for (const line of plain(text.slice(0, textLimit)).split(/\r?\n|\r/)) {
    let from = 0;
    for (const { 1: hash = '', index } of line.matchAll(hashes)) {
      const before = line.slice(from, index);
      from = index + hash.length + 1;
      if (++looked > lookLimit) {
        counts.tooMany++;
        continue;
      }
      const problems: Problem[] = [];
      const { reply, problems: ofLink } = addresses.parse(trimmed(hash));
      if (!reply) {
        counts.unanswered++;
        continue;
      }
      const { answers, name } = readReply(reply, questions, problems);
      const fallback = name === '' ? nameIn(before) : '';
      const key = JSON.stringify([answers, name || fallback]);
      // Students without a name may have the same answers.
      if (name + fallback !== '' && seen.has(key)) counts.repeated++;
      else if (students.length >= linkLimit) counts.tooMany++;
      else {
        const damaged = ofLink.filter(({ code }) => code === 'cut' || code === 'twice');
        students.push({
          answers,
          name: name || fallback,
          fromLine: fallback !== '',
          problems: [...damaged, ...problems],
        });
      }
      seen.add(key);
    }
  }
  return { students, ...counts, cut: text.length > textLimit };
}

/** How many students took each choice of each question. */
export const tally = (students: readonly Pick<Student, 'answers'>[], questions: readonly Question[]): number[][] =>
  questions.map(({ choices }, at) =>
    Array.from({ length: choices }, (_, choice) => students.filter(({ answers }) => answers[at] === choice).length),
  );

/** Number of answers that are those of the key. */
export const rightOf = (answers: AnswerList, key: AnswerList): number =>
  answers.filter((choice, at) => choice !== undefined && choice === key[at]).length;

/** Words of the saved table. */
export interface ListWords {
  readonly name: string;
  readonly right: string;
  readonly key: string;
  readonly question: (step: number) => string;
}

/** A row for each student with the letters of the choices, and the key below; the writer of CSV makes formulas harmless. */
export function classRows(
  { students }: Pick<ClassList, 'students'>,
  questions: readonly Question[],
  key: AnswerList | undefined,
  words: ListWords,
): (readonly (string | number)[])[] {
  const letters = (answers: AnswerList) =>
    questions.map((_, at) => (answers[at] === undefined ? '' : letterOf(answers[at])));
  const head = [words.name, ...questions.map(({ step }) => words.question(step)), ...(key ? [words.right] : [])];
  const rows = students.map(({ name, answers }) => [
    name,
    ...letters(answers),
    ...(key ? [rightOf(answers, key)] : []),
  ]);
  return [head, ...rows, ...(key ? [[words.key, ...letters(key), '']] : [])];
}
