/** Formats of files by file extension. */

const endings = {
  npy: ['npy'],
  npz: ['npz'],
  svmlight: ['svm', 'svmlight', 'libsvm'],
  tns: ['tns'],
  parquet: ['parquet'],
} as const;

/** @internal */
export type NamedFormat = keyof typeof endings;
/** @internal */
export type ArrayFormat = Exclude<NamedFormat, 'parquet'>;

/** @internal */
export const namedFormats = Object.keys(endings) as NamedFormat[];

/**
 * All file extensions, with their dots.
 * @internal
 */
export const fileEndings: readonly string[] = Object.values(endings).flatMap((names) =>
  names.map((name) => `.${name}`),
);

/**
 * The format of a file name; undefined for other extensions.
 * @internal
 */
export function namedFormat(name: string): NamedFormat | undefined {
  const own = name.toLowerCase();
  return namedFormats.find((format) => endings[format].some((ending) => own.endsWith(`.${ending}`)));
}
