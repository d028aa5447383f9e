// Writes the bills of materials in CycloneDX's format, of the package and of the page with its documentation, into build/sbom/: npm run sbom
// They name what the files contain, bundled packages and the code inside the WebAssembly, as THIRD-PARTY.txt does, and have no time, so that
// equal sources have equal bytes. npm's own command would list what builds and tests need, and not the core.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { emccVersion } from './setup.mjs';
import { listOf, nativeComponents, npmComponent, readList } from './third-party.mjs';
import { Failure, fromRoot, whenStarted, which } from './tools.mjs';

const firstIn = (file, pattern) => (existsSync(file) ? pattern.exec(readFileSync(file, 'utf8')) : null);
const eigenHeader = (place) => join(place, 'include', 'eigen3', 'Eigen', 'src', 'Core', 'util', 'Macros.h');

function eigenVersion() {
  const file = ['/usr/local', '/usr'].map(eigenHeader).find((one) => existsSync(one));
  const part = (name) => firstIn(file, new RegExp(`define EIGEN_${name}_VERSION (\\d+)`))?.[1];
  const parts = file ? ['WORLD', 'MAJOR', 'MINOR'].map(part) : [];
  return parts.length > 0 && parts.every(Boolean) ? parts.join('.') : undefined;
}

/** libc++ counts 13000 for 13.0.0, and newer versions 170006 for 17.0.6. */
function llvmVersion(folder) {
  const digits = firstIn(join(folder, 'libcxx', 'include', '__config'), /define _LIBCPP_VERSION (\d+)/)?.[1];
  const [, major, minor, patch] = /^(\d\d)(\d\d?)(\d\d)$/.exec(digits ?? '') ?? [];
  return digits && [major, minor, patch].map(Number).join('.');
}

/** Versions of the code in the binaries that this machine's compiler makes, as far as their files tell. */
async function nativeVersions() {
  const folder = join(dirname(realpathSync(which('emcc'))), 'system', 'lib');
  const llvm = llvmVersion(folder);
  return {
    Eigen: eigenVersion(),
    Emscripten: await emccVersion(),
    musl: firstIn(join(folder, 'libc', 'musl', 'VERSION'), /\S+/)?.[0],
    'LLVM libc++': llvm,
    'libc++abi': llvm,
    libunwind: llvm,
    'compiler-rt': llvm,
  };
}

const licenceOf = (license) => [/ /.test(license) ? { expression: license } : { license: { id: license } }];
const website = (url) => url && [{ type: 'website', url }];
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function ofPackage(name) {
  const { version, license, url } = npmComponent(name);
  const purl = purlOf(name, version);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    licenses: licenceOf(license),
    purl,
    externalReferences: website(url),
  };
}

const ofNative =
  (versions) =>
  ({ name, url, license }) => ({
    type: 'library',
    'bom-ref': `native:${name}`,
    name,
    version: versions[name],
    licenses: licenceOf(license),
    externalReferences: website(url),
  });

/** A serial number that follows from the content, in the form of a UUID. */
function serialOf(content) {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}

/** The bill of materials, an object of CycloneDX 1.6, of a thing that contains these npm packages and the core. */
export async function sbomOf(type, title, packages) {
  const { version, license, description } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const purl = type === 'library' ? purlOf(title, version) : undefined;
  const ref = purl ?? `${title}@${version}`;
  const component = { type, 'bom-ref': ref, name: title, version, description, licenses: licenceOf(license), purl };
  const components = [...packages.map(ofPackage), ...nativeComponents().map(ofNative(await nativeVersions()))];
  const content = {
    metadata: { component },
    components,
    dependencies: [
      { ref, dependsOn: components.map((one) => one['bom-ref']) },
      ...components.map((one) => ({ ref: one['bom-ref'] })),
    ],
  };
  return { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialOf(content), version: 1, ...content };
}

/** The name of its file, and the parts of what is shipped, for each bill. */
const bills = [
  { type: 'library', title: 'trip-wasm', parts: ['package'] },
  { type: 'application', title: 'trip-wasm-page', parts: ['page', 'documentation'] },
];

export async function writeSboms() {
  rmSync(fromRoot('build', 'sbom'), { recursive: true, force: true });
  mkdirSync(fromRoot('build', 'sbom'), { recursive: true });
  for (const { type, title, parts } of bills) {
    const missing = parts.find((part) => !existsSync(listOf(part)));
    if (missing) throw new Failure(`The ${missing} has not been built: npm run build makes it.`);
    const bill = await sbomOf(type, title, [...new Set(parts.flatMap(readList))].sort());
    const name = `${title}-${bill.metadata.component.version}.cdx.json`;
    writeFileSync(fromRoot('build', 'sbom', name), `${JSON.stringify(bill, null, 2)}\n`);
    console.log(`build/sbom/${name}: ${bill.components.length} components`);
  }
}

whenStarted(import.meta.url, writeSboms);
