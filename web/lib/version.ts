/** Version of the package; the build puts in that of package.json. */
export const version = '0.1.0';
