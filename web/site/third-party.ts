/** Lists the npm packages inside a build of the page, for the notices that build-scripts/third-party.mjs writes. */

import type { Plugin } from 'vite';

export function listPackages(): Plugin {
  return {
    name: 'list-packages',
    apply: 'build',
    generateBundle(_, bundle) {
      const ids = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
      const names = ids.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []);
      this.emitFile({ type: 'asset', fileName: 'packages.json', source: JSON.stringify([...new Set(names)].sort()) });
    },
  };
}
