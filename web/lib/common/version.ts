/** Version of the package: the build puts in that of package.json, the one place where it is written. */
export const version: string = '';

/**
 * Counts up whenever a new version of the package gives results of other bits: fingerprints of the same training can only be compared
 * where it is equal. Models, sweeps and links carry it; what carries none was made by version 1.
 */
export const resultVersion: number = 2;
