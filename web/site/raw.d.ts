declare module '*?raw' {
  const text: string;
  export default text;
}

interface ImportMeta {
  /** Set by the build: `one-file` when the page is a single file. */
  readonly env: { readonly MODE: string };
}
