/** Formats of files by the ending of their name. */

const endings = {
  npy: ['npy'],
  npz: ['npz'],
  svmlight: ['svm', 'svmlight', 'libsvm'],
  tns: ['tns'],
  parquet: ['parquet'],
} as const;

export type NamedFormat = keyof typeof endings;
export type ArrayFormat = Exclude<NamedFormat, 'parquet'>;

export const namedFormats = Object.keys(endings) as NamedFormat[];

/** All endings, with their dots. */
export const fileEndings: readonly string[] = Object.values(endings).flatMap((names) =>
  names.map((name) => `.${name}`),
);

/** The format of a file name; undefined for other endings. */
export function namedFormat(name: string): NamedFormat | undefined {
  return namedFormats.find((format) => endings[format].some((ending) => name.endsWith(`.${ending}`)));
}
