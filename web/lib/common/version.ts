/** Version of the package. The build inserts the version of package.json. */
export const version: string = '';

/**
 * Increases whenever a new version of the package changes the bits of results: fingerprints of the same training can be compared only
 * between equal result versions. Models, sweeps and links contain it; those without one were made by version 1.
 */
export const resultVersion: number = 2;
