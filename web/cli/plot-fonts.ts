/** Font files of the system, which a PNG needs for its text. */

import { readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { TripError } from 'trip-wasm';

/** Folders of fonts on Linux, macOS and Windows. */
const folders = [
  ...['/usr/share/fonts', '/usr/local/share/fonts', '/run/current-system/sw/share/X11/fonts', '/system/fonts'],
  ...['/System/Library/Fonts', '/Library/Fonts', join(homedir(), 'Library', 'Fonts')],
  ...[join(homedir(), '.fonts'), join(homedir(), '.local', 'share', 'fonts')],
  ...[process.env.WINDIR, process.env.LOCALAPPDATA && join(process.env.LOCALAPPDATA, 'Microsoft', 'Windows')].flatMap(
    (folder) => (folder ? [join(folder, 'Fonts')] : []),
  ),
];

/** Files of plain fonts in order of preference: the normal and the bold one of each. */
const preferred = [
  ['Inter-Regular', 'Inter-SemiBold'],
  ['NotoSans-Regular', 'NotoSans-Bold'],
  ['DejaVuSans', 'DejaVuSans-Bold'],
  ['LiberationSans-Regular', 'LiberationSans-Bold'],
  ['Roboto-Regular', 'Roboto-Bold'],
  ['segoeui', 'seguisb'],
  ['Arial', 'Arial Bold'],
  ['arial', 'arialbd'],
  ['SFNS', 'SFNS'],
  ['Helvetica', 'Helvetica'],
];
/** Number of further fonts for a text in other scripts, and largest size of each in bytes. */
const [mostOthers, largest] = [24, 40e6];

/** The contents of font files for this text: those of `chosen`, a comma list, or those of the system. */
export async function fontsFor(text: string, chosen: string | undefined): Promise<Uint8Array[]> {
  if (chosen !== undefined) return Promise.all(chosen.split(',').map(readFont));
  const files = (await Promise.all(folders.map(fontFiles))).flat().sort();
  const named = (name: string) => files.find((file) => basename(file).replace(/\.(ttf|otf|ttc)$/i, '') === name);
  const plain = preferred.map((pair) => pair.flatMap((name) => named(name) ?? [])).find((pair) => pair.length > 0);
  const first = plain ?? files.slice(0, 1);
  if (first.length === 0) {
    throw new TripError(
      'option',
      'no font was found in the folders of the system; --font FILE (.ttf, .otf) is accepted, or --out with .svg',
    );
  }
  // Letters beyond Latin, Greek and Cyrillic need other fonts, and their files do not say which.
  const others = /[^\x20-\u052f\u2000-\u22ff]/.test(text) ? files.filter((file) => !first.includes(file)) : [];
  const wanted = others.filter((file) => !/bold|italic|oblique|mono|serif|condensed|light|thin/i.test(basename(file)));
  return Promise.all([...first, ...wanted.slice(0, mostOthers)].map((file) => readFile(file)));
}

/** The first bytes of fonts and collections of fonts. */
const beginnings = ['\0\x01\0\0', 'OTTO', 'true', 'ttcf'];

/** A font that is none would leave the text out without an error. */
async function readFont(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw new TripError('option', `--font ${path} cannot be read: ${error.message}`, { cause: error });
  });
  if (beginnings.includes(bytes.toString('latin1', 0, 4))) return bytes;
  throw new TripError('option', `--font ${path} is no font; a file in the format .ttf, .otf or .ttc is accepted`);
}

/** The font files in a folder and the folders in it; none where it does not exist. */
async function fontFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  // Some systems have folders of links to fonts.
  const files = entries.filter(
    (entry) => (entry.isFile() || entry.isSymbolicLink()) && /\.(ttf|otf|ttc)$/i.test(entry.name),
  );
  const paths = files.map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const sizes = await Promise.all(
    paths.map(async (path) => (await stat(path).catch(() => undefined))?.size ?? largest),
  );
  return paths.filter((_, at) => (sizes[at] as number) < largest);
}
