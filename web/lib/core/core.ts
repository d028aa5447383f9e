/** Starts the WebAssembly module. Only this file uses Emscripten's code; the rest of the package uses {@link RawModule}. */

import { TripError, type TripErrorCode } from '../common/errors.js';
import createModule, { type EmscriptenModule, type Methods } from '../core-module.js';
import type { CompiledCore, RawModule } from './raw.js';

/** Starts an instance of the compiled binary. */
export function startCore(compiled: CompiledCore): Promise<RawModule> {
  return new Promise((resolve, reject) => {
    const started = createModule({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(compiled as WebAssembly.Module, imports).then(receive, reject);
        return {};
      },
      locateFile: (name) => name,
      error: (code, message) => new TripError(code as TripErrorCode, message),
    });
    started.then((core) => resolve(Object.assign(throwFailures(core), { compiled })), reject);
  });
}

/**
 * Functions of the core return a failure instead of throwing it (cpp/wasm/arrays.h says why). This replaces each function, and each
 * method of a class, by one that throws it.
 */
function throwFailures({ Core, Fit, Model, Explanation, ...core }: EmscriptenModule): Omit<RawModule, 'compiled'> {
  const top = core.stackSave();
  const throwFrom = (methods: Methods): void => {
    for (const [name, call] of Object.entries(methods)) {
      methods[name] = function (this: unknown, ...values) {
        let result: unknown;
        try {
          result = call.apply(this, values);
        } catch (thrown) {
          // JavaScript threw while the core was calling it, so the frames of the core did not restore the stack pointer.
          core.stackRestore(top);
          throw thrown;
        }
        if (result instanceof TripError) throw result;
        return result;
      };
    }
  };
  for (const methods of [Core, Fit.prototype, Model.prototype, Explanation.prototype]) throwFrom(methods);
  return Object.assign(Core, { resultVersion: core.resultVersion });
}
