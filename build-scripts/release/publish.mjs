/** Publishing of the tarball that was checked: a tarball runs no scripts, so that exactly its bytes are published. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { Failure, fromRoot, good, heading, run } from '../tools.mjs';

/** A server of this machine in place of the registry, which counts what it is asked. */
async function standIn() {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { asked, server, url: `http://127.0.0.1:${server.address().port}/` };
}

/** npm publish --dry-run, which checks the tarball and reaches no registry. */
export async function publishDry(tarball) {
  heading('npm publish --dry-run');
  const { asked, server, url } = await standIn();
  try {
    const args = ['publish', tarball, '--dry-run', '--ignore-scripts', '--registry', url, '--json'];
    const { stdout } = await run('npm', args, { capture: true, cwd: fromRoot('build') });
    const { id, entryCount, size, unpackedSize } = publishedOf(JSON.parse(stdout));
    good(
      `${id}: ${entryCount} files, ${size} bytes packed, ${unpackedSize} unpacked; ${asked.length} requests to a registry.`,
    );
    if (asked.length > 0) console.log(`npm asked: ${asked.join(', ')}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** npm describes one package directly or, in some versions, under its name. */
const publishedOf = (said) => (said.id ? said : Object.values(said)[0]);

export async function publish(tarball) {
  if (!process.env.GITHUB_ACTIONS)
    throw new Failure(
      'A release is published by the workflow of its tag, which proves where it was built; --dry tries it.',
    );
  heading('npm publish');
  await run('npm', ['publish', tarball, '--ignore-scripts', '--provenance', '--access', 'public']);
}
