/** Starts the WebAssembly module. Nothing else touches what Emscripten makes: the rest of the package sees {@link RawModule}. */

import createModule from './core-module.js';
import { fail, TripError, type TripErrorCode } from './errors.js';
import type { RawModule } from './raw.js';

/** Compiles and starts the module. */
export function startCore(binary: Uint8Array): Promise<RawModule> {
  return new Promise((resolve, reject) => {
    const started = createModule({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(binary as BufferSource, imports).then(({ instance }) => receive(instance), reject);
        return {};
      },
      locateFile: (name) => name,
      error: (code, message) => new TripError(code as TripErrorCode, message),
    });
    started.then((core) => resolve(throwing(core)), reject);
  });
}

type Call = (this: unknown, ...values: unknown[]) => unknown;

/**
 * Functions of the core return a failure instead of throwing it (cpp/wasm/arrays.h says why). Here each function and method of a
 * class is replaced by one that throws it.
 */
function throwing(core: RawModule & Record<string, unknown>): RawModule {
  for (const name of ['FitParts', 'Fit', 'Model', 'Explanation']) {
    throwFrom((core[name] as { prototype: Record<string, unknown> }).prototype);
  }
  throwFrom(core);
  return core;
}

function throwFrom(owner: Record<string, unknown>): void {
  for (const name of Object.keys(owner)) {
    // Classes stay as they are, and what Emscripten itself provides.
    if (typeof owner[name] !== 'function' || /^[A-Z_]/.test(name)) continue;
    const call = owner[name] as Call;
    owner[name] = function (this: unknown, ...values: unknown[]) {
      const result = thrownByEmbind(() => call.apply(this, values));
      if (result instanceof TripError) throw result;
      return result;
    };
  }
}

/** An exception of C++ can only come from Embind itself, when it has no memory for an argument. */
function thrownByEmbind<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    if (thrown instanceof WebAssembly.Exception) fail('memory', 'not enough memory in WebAssembly for this call', thrown);
    throw thrown;
  }
}
