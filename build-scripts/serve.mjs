// A small server of static files for the local machine: node build-scripts/serve.mjs [folder] [--port 4173]
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import util from 'node:util';
import { Failure, fromRoot, whenStarted } from './tools.mjs';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The file of an address, index.html for a folder, or undefined for a path outside the folder. */
function fileFor(folder, base, address) {
  let path;
  try {
    path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
  if (!path.startsWith(base) || path.includes('\0')) return undefined;
  let file = join(folder, path.slice(base.length));
  if (file !== folder && !file.startsWith(folder + sep)) return undefined;
  if (path.endsWith('/')) file = join(file, 'index.html');
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() ? file : undefined;
}

/** The bundler puts a hash of the content into the name, so the file of a name never changes. */
const isHashed = (file) => /[\\/]assets[\\/].*[-.][\w-]{8}\.\w+$/.test(file);

/** A file that is replaced meanwhile is sent with a length of its own: a browser would wait for ever for the bytes that are missing. */
async function answer(request, response, { folder, base, wasmType, headers }) {
  const file = fileFor(folder, base, request.url);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const content = isRead && file ? await readFile(file).catch(() => undefined) : undefined;
  if (content === undefined) {
    response
      .writeHead(isRead ? 404 : 405, { 'content-type': types['.txt'] })
      .end(isRead ? 'Not found\n' : 'Only GET\n');
    return;
  }
  const extension = extname(file).toLowerCase();
  const type = extension === '.wasm' ? wasmType : (types[extension] ?? 'application/octet-stream');
  response.writeHead(200, {
    'content-type': type,
    'content-length': content.length,
    'cache-control': isHashed(file) ? 'max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : content);
}

const listen = (server, port) =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });

/**
 * Serves `folder` below the path `base` on 127.0.0.1. Port 0 (the default) is any free one; with `tries`, it also tries the next
 * ports. `wasmType` is the content type of .wasm files, since servers with a wrong one are common. `headers` are sent with every file.
 * Resolves to the address, the underlying server and `close`.
 */
export async function serve(folder, { port = 0, tries = 1, base = '/', wasmType = types['.wasm'], headers = {} } = {}) {
  const options = { folder: resolve(folder), base: `/${base}/`.replace(/\/+/g, '/'), wasmType, headers };
  const server = createServer((request, response) => answer(request, response, options));
  for (let attempt = 0; ; attempt += 1) {
    try {
      await listen(server, port + attempt);
      break;
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error;
      if (attempt + 1 >= tries) throw new Failure(`Port ${port + attempt} is in use; --port chooses another one.`);
    }
  }
  const close = () =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${server.address().port}${options.base}`, server, close };
}

/** The --port option and the other arguments of a script. */
export function serveArguments(args = process.argv.slice(2)) {
  const { values, positionals } = util.parseArgs({
    args,
    options: { port: { type: 'string' } },
    allowPositionals: true,
  });
  if (values.port === undefined) return { positionals, where: { port: 4173, tries: 20 } };
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Failure(`--port ${values.port}: 0 to 65535 is possible.`);
  return { positionals, where: { port } };
}

whenStarted(import.meta.url, async () => {
  const { positionals, where } = serveArguments();
  const { url } = await serve(positionals[0] ?? fromRoot('site'), where);
  console.log(url);
});
