/** The few names of Node that the package looks at, all of them absent in browsers. */
declare global {
  var process:
    | {
        versions?: { node?: string; electron?: string };
        type?: string;
        execArgv?: string[];
        cwd?(): string;
        getBuiltinModule?(name: string): unknown;
      }
    | undefined;
  var setImmediate: ((callback: () => void) => unknown) | undefined;
}

export {};
