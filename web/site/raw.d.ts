declare module '*?raw' {
  const text: string;
  export default text;
}

/** Styles of a part of the page that loads on demand. */
declare module '*.css';

declare module 'recording' {
  /** Made by the build; see build-scripts/record-replay.mjs. */
  const recording: import('./training/recording.ts').Recording;
  export default recording;
}

declare module 'table-worker' {
  /** The worker that reads tables: a file of its own, or inside of the one-file build. */
  const TableWorker: new () => Worker;
  export default TableWorker;
}

interface ImportMeta {
  /** Set by the build: `one-file` when the page is a single file. */
  readonly env: { readonly MODE: string };
}
