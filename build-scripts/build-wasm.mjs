// Builds the WebAssembly module, scalar and SIMD: build/core/core.wasm and core-simd.wasm, and core-module.js, which starts either.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { buildPreset, wasmPresets } from './cmake.mjs';
import { setup } from './setup.mjs';
import { Failure, fromRoot, heading, whenStarted } from './tools.mjs';

const binaries = { wasm: 'core.wasm', 'wasm-simd': 'core-simd.wasm' };
const built = (preset, name) => fromRoot('build', preset, 'cpp', 'wasm', name);

/** Copies a file only when its content differs, so that an unchanged core looks unchanged. */
function copyChanged(from, to) {
  if (!existsSync(to) || !readFileSync(from).equals(readFileSync(to))) copyFileSync(from, to);
}

/** `tests` also builds the tests as WebAssembly; `faults` also builds the module with an allocator that fails on request. */
export async function buildWasm({ tests = false, faults = false } = {}) {
  heading('WebAssembly');
  mkdirSync(fromRoot('build', 'core'), { recursive: true });
  for (const preset of wasmPresets) {
    const withFaults = faults && preset === 'wasm-simd';
    const targets = ['core', ...(tests ? ['trip_tests'] : []), ...(withFaults ? ['core_faults'] : [])];
    await buildPreset(preset, targets, { tests: tests || withFaults });
    copyChanged(built(preset, 'core.wasm'), fromRoot('build', 'core', binaries[preset]));
  }
  const [scalar, simd] = wasmPresets.map((preset) => built(preset, 'core.js'));
  if (!readFileSync(scalar).equals(readFileSync(simd)))
    throw new Failure(`${scalar} and ${simd} differ: core-module.js must start both binaries.`);
  copyChanged(simd, fromRoot('build', 'core', 'core-module.js'));
}

whenStarted(import.meta.url, async () => {
  await setup('start');
  await buildWasm();
});
