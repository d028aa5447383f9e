/** Types of core-module.js, Emscripten's code for core.wasm and core-simd.wasm. The build copies it beside this file. */
import type { RawModule } from './core/raw.js';

interface ModuleOptions {
  /** Instantiates the binary and passes the instance to `receive`. */
  instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void): object;
  /** Address of a file that this code would otherwise fetch by itself. */
  locateFile(name: string): string;
  /** Makes the error object of a failure in the core. */
  error(code: string, message: string): Error;
}

export type Methods = Record<string, (this: unknown, ...values: unknown[]) => unknown>;

export interface EmscriptenModule {
  Core: Omit<RawModule, 'resultVersion' | 'compiled'> & Methods;
  Fit: { prototype: Methods };
  Model: { prototype: Methods };
  Explanation: { prototype: Methods };
  readonly resultVersion: number;
  stackSave(): number;
  stackRestore(pointer: number): void;
}

export default function createModule(options: ModuleOptions): Promise<EmscriptenModule>;
