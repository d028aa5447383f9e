/** What of a link could not be used as it stands: a code with values, which a component puts into words. */

/** Key and value as the link has them. */
interface Part {
  readonly part: string;
}
/** Value that takes the place of the refused one. */
interface Replaced extends Part {
  readonly used: string;
}
interface Ranged extends Replaced {
  readonly low: number;
  readonly high: number;
}

export type Problem =
  | { readonly code: 'damaged' }
  | { readonly code: 'noVersion' }
  | { readonly code: 'otherVersion'; readonly given: string; readonly own: string }
  /** Characters that have arrived, and how many were sent. */
  | { readonly code: 'cut'; readonly here: number; readonly sent: string }
  | { readonly code: 'twice' | 'unknown'; readonly key: string }
  | ({ readonly code: 'refusedFlag' } & Replaced)
  | ({ readonly code: 'refusedChoice'; readonly choices: readonly string[] } & Replaced)
  | ({ readonly code: 'refusedWhole' | 'refusedNumber' | 'clamped' } & Ranged)
  /** Starts that there are; the one that was asked for as it is to be shown. */
  | { readonly code: 'noSuchStart'; readonly start: string; readonly count: number }
  | ({ readonly code: 'badBranch'; readonly epochs: number } & Part)
  | { readonly code: 'badFingerprint'; readonly text: string }
  | { readonly code: 'badFlag'; readonly key: string; readonly text: string }
  | { readonly code: 'unknownPart'; readonly key: string; readonly name: string };
