/** A picture as PNG, by the package @resvg/resvg-wasm, which is optional. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { TripError } from 'trip-wasm';
import { fontsFor } from './plot-fonts.js';
import { killable } from './waiting.js';

const name = '@resvg/resvg-wasm';
let started: Promise<typeof import('@resvg/resvg-wasm')> | undefined;

/** Loads the package, once in a process. */
async function load(): Promise<typeof import('@resvg/resvg-wasm')> {
  try {
    const { initWasm, Resvg, ...others } = await import('@resvg/resvg-wasm');
    const wasm = readFile(createRequire(import.meta.url).resolve(`${name}/index_bg.wasm`));
    // A process that runs several commands has started it already.
    await initWasm(wasm).catch((error: Error) => {
      if (!/already initialized/i.test(error.message)) throw error;
    });
    return { initWasm, Resvg, ...others };
  } catch (error) {
    throw new TripError(
      'option',
      `a PNG needs the package ${name}, which cannot be loaded; npm install ${name} beside trip-wasm is accepted, or --out with .svg`,
      { cause: error },
    );
  }
}

/** Refuses early if the package or a font is missing. */
export async function requirePng(font: string | undefined): Promise<void> {
  await fontsFor('', font);
  started ??= load();
  await started;
}

/** `scale`: pixels of the PNG in a CSS pixel. */
export async function pngOf(
  svg: string,
  scale: number,
  font: string | undefined,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const fontBuffers = await fontsFor(svg, font);
  started ??= load();
  const { Resvg } = await started;
  const options = { fitTo: { mode: 'zoom', value: scale }, font: { fontBuffers } } as const;
  return killable(() => drawn(new Resvg(svg, options), scale), signal);
}

type Drawing = InstanceType<typeof import('@resvg/resvg-wasm').Resvg>;

function drawn(drawing: Drawing, scale: number): Uint8Array {
  try {
    requireMemory(drawing.width * scale, drawing.height * scale);
    const image = drawing.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    drawing.free();
  }
}

/** Pixels for which the memory of the package, 4 GB, is enough. */
const mostPixels = 300e6;

function requireMemory(width: number, height: number): void {
  if (width * height <= mostPixels) return;
  const size = `${Math.ceil(width)} x ${Math.ceil(height)} pixels`;
  throw new TripError('option', `a PNG of ${size} needs too much memory; a smaller --scale or --width is accepted`);
}
