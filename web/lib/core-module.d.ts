/** core-module.js is the code that Emscripten makes for core.wasm and core-simd.wasm; the build puts it beside this. */
import type { RawModule } from './core/raw.js';

interface ModuleOptions {
  /** Instantiates the binary and hands the instance on. */
  instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void): object;
  /** Where a file lies that this code would fetch by itself. */
  locateFile(name: string): string;
  /** Makes the error object of a failure in the core. */
  error(code: string, message: string): Error;
}

export type Methods = Record<string, (this: unknown, ...values: unknown[]) => unknown>;

export interface EmscriptenModule {
  Core: Omit<RawModule, 'resultVersion'> & Methods;
  Fit: { prototype: Methods };
  Model: { prototype: Methods };
  Explanation: { prototype: Methods };
  readonly resultVersion: number;
  stackSave(): number;
  stackRestore(pointer: number): void;
}

export default function createModule(options: ModuleOptions): Promise<EmscriptenModule>;
