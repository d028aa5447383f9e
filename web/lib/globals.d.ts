/** Globals of Node that the package reads; browsers have none of them. */
declare global {
  var process:
    | {
        versions?: { node?: string; electron?: string };
        type?: string;
        platform?: string;
        arch?: string;
        execArgv?: string[];
        cwd?(): string;
        getBuiltinModule?(name: string): unknown;
      }
    | undefined;
  var setImmediate: ((callback: () => void) => unknown) | undefined;
}

export {};
