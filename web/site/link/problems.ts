/** A part of a link that could not be used as it is: a code with values, which a component puts into words. */

/** Key and value as written in the link. */
interface Part {
  readonly part: string;
}
/** Value that replaces the refused one. */
interface Replaced extends Part {
  readonly used: string;
}
interface Ranged extends Replaced {
  readonly low: number;
  readonly high: number;
}

export type Problem =
  | { readonly code: 'damaged' | 'badMarks' | 'badAnswers' | 'badName' }
  /** Number of answers to questions or choices that the lessons do not have. */
  | { readonly code: 'answersLeftOut'; readonly count: number }
  | { readonly code: 'noVersion' }
  | { readonly code: 'otherVersion'; readonly given: string; readonly own: string }
  /** Number of characters received, and number sent. */
  | { readonly code: 'cut'; readonly here: number; readonly sent: string }
  | { readonly code: 'twice' | 'unknown'; readonly key: string }
  | ({ readonly code: 'refusedFlag' } & Replaced)
  | ({ readonly code: 'refusedChoice'; readonly choices: readonly string[] } & Replaced)
  | ({ readonly code: 'refusedWhole' | 'refusedNumber' | 'clamped' } & Ranged)
  /** Number of starts, and the requested one as it is displayed. */
  | { readonly code: 'noSuchStart'; readonly start: string; readonly count: number }
  | ({ readonly code: 'badBranch'; readonly epochs: number } & Part)
  | ({ readonly code: 'badMoves' } & Part)
  /** Number of samples of the set where the set has too few; undefined where the part cannot be read. */
  | ({ readonly code: 'badSample'; readonly count: number | undefined } & Part)
  /** Number of moves by hand of variables that the data, with their number of variables, do not have. */
  | { readonly code: 'unknownVariables'; readonly moves: number; readonly variables: number }
  /** Number of moves by hand for which the link was too short. */
  | { readonly code: 'movesLeftOut'; readonly count: number }
  | { readonly code: 'badFingerprint'; readonly text: string }
  | { readonly code: 'badFlag'; readonly key: string; readonly text: string }
  | { readonly code: 'unknownPart'; readonly key: string; readonly name: string };
