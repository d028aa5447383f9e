/** Version of the package: the build puts in that of package.json, the one place where it is written. */
export const version: string = '';
