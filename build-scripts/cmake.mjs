// Configures and builds a preset of CMakePresets.json; Ninja skips files that are up to date.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { emccVersion } from './setup.mjs';
import { filesBelow, fromRoot, hashFiles, run } from './tools.mjs';

export const wasmPresets = ['wasm', 'wasm-simd'];

async function compilerVersion(preset) {
  if (wasmPresets.includes(preset)) return emccVersion();
  const { output } = await run(['clang', 'fuzz'].includes(preset) ? 'clang++' : 'g++', ['--version'], {
    capture: true,
  });
  return output;
}

/**
 * Builds `targets` of a preset. Configures it when the presets, the compiler or the checkout's folder have changed, or when tests are
 * requested for the first time: a machine that only builds the package has no GoogleTest.
 */
export async function buildPreset(preset, targets, { tests = false } = {}) {
  const folder = fromRoot('build', preset);
  const stampFile = fromRoot('build', 'stamps', `cmake-${preset}.json`);
  // CMake stores absolute paths: a build folder that was copied or moved with its checkout would build the old place.
  const hash = hashFiles(filesBelow('CMakePresets.json', 'cmake'), await compilerVersion(preset), fromRoot());
  const before = existsSync(stampFile) && existsSync(folder) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {};

  if (before.hash !== hash || (tests && !before.tests)) {
    // Ninja does not detect objects of another compiler.
    if (before.hash !== hash) rmSync(folder, { recursive: true, force: true });
    const withTests = ['bench', 'fuzz'].includes(preset) ? [] : [`-DTRIP_BUILD_TESTS=${tests ? 'ON' : 'OFF'}`];
    console.log(`${preset}: configure`);
    await run('cmake', ['--preset', preset, ...withTests], { capture: true });
    mkdirSync(fromRoot('build', 'stamps'), { recursive: true });
    writeFileSync(stampFile, JSON.stringify({ hash, tests }));
  }
  console.log(`${preset}: ${targets.join(', ')}`);
  await run('cmake', ['--build', '--preset', preset, '--target', ...targets]);
}
