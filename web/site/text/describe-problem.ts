/** Puts the problems of a link into words. */

import type { Problem } from '../link/problems.ts';
import { notices } from './en/notices.ts';
import { plain } from './numbers.ts';

/** The part of a link that could not be used, with the reason. */
export function problemText(problem: Problem): string {
  const { problems } = notices;
  switch (problem.code) {
    case 'damaged':
    case 'noVersion':
    case 'badMarks':
    case 'badAnswers':
    case 'badName':
      return problems[problem.code];
    case 'answersLeftOut':
      return problems.answersLeftOut(problem.count);
    case 'otherVersion':
      return problems.otherVersion(problem.given, problem.own);
    case 'cut':
      return problems.cut(problem.here, problem.sent);
    case 'twice':
    case 'unknown':
      return problems[problem.code](problem.key);
    case 'refusedFlag':
      return problems.refusedFlag(problem.part, problem.used);
    case 'refusedChoice':
      return problems.refusedChoice(problem.part, problem.choices.join(', '), problem.used);
    case 'refusedWhole':
    case 'refusedNumber':
    case 'clamped':
      return problems[problem.code](problem.part, String(problem.low), String(problem.high), problem.used);
    case 'noSuchStart':
      return problems.noSuchStart(problem.start, problem.count);
    case 'badBranch':
      return problems.badBranch(problem.part, problem.epochs);
    case 'badMoves':
      return problems.badMoves(problem.part);
    case 'badSample':
      return problem.count === undefined
        ? problems.badSample(problem.part)
        : problems.noSuchSample(problem.part, problem.count);
    case 'unknownVariables':
      return problems.unknownVariables(problem.moves, plain(problem.variables));
    case 'movesLeftOut':
      return problems.movesLeftOut(problem.count);
    case 'badFingerprint':
      return problems.badFingerprint(problem.text);
    case 'badFlag':
      return problems.badFlag(problem.key, problem.text);
    case 'unknownPart':
      return problems.unknownPart(problem.key, problem.name);
  }
}
