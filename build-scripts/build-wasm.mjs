// The WebAssembly module, scalar and SIMD: build/core/core.wasm and core-simd.wasm.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { buildPreset, wasmPresets } from './cmake.mjs';
import { setup } from './setup.mjs';
import { fromRoot, heading, whenStarted } from './tools.mjs';

const outputs = { wasm: 'core', 'wasm-simd': 'core-simd' };

/** Copies a file only when its content differs, so that an unchanged core looks unchanged. */
function copyChanged(from, to) {
  if (!existsSync(to) || !readFileSync(from).equals(readFileSync(to))) copyFileSync(from, to);
}

/** `tests` also builds the tests as WebAssembly. */
export async function buildWasm({ tests = false } = {}) {
  heading('WebAssembly');
  mkdirSync(fromRoot('build', 'core'), { recursive: true });
  for (const preset of wasmPresets) {
    await buildPreset(preset, tests ? ['core', 'trip_tests'] : ['core'], { tests });
    const name = `${outputs[preset]}.wasm`;
    copyChanged(fromRoot('build', preset, 'cpp', 'wasm', name), fromRoot('build', 'core', name));
  }
}

whenStarted(import.meta.url, async () => {
  await setup('start');
  await buildWasm();
});
