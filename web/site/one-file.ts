/** Turns a build of the page into a single HTML file that runs from a disk and in frames that may load nothing. */

import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** Hash of an inline script or style in the form of a content security policy. */
const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/** Inside scripts HTML interprets these sequences, even in strings; the escape keeps the value of the string. */
const asInline = (code: string) => code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

/**
 * The policy allows no requests, since the page makes none: a classic script and a style, both allowed by their hash, and workers
 * from blobs. A document without an origin cannot load a module script.
 */
const policyOf = (script: string, style: string) =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style)}`,
    'img-src data: blob:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

export function oneFile(name: string): Plugin {
  return {
    name: 'one-file',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      let [script, style, page] = ['', '', ''];
      for (const [file, output] of Object.entries(bundle)) {
        if (output.type === 'chunk') script += output.code;
        else if (file.endsWith('.css')) style += output.source;
        else if (file.endsWith('.html')) page += output.source;
        else this.error(`${file} would be a second file`);
        delete bundle[file];
      }
      script = asInline(script.trim());
      const source = page
        .replace(/\s*<p class="unstarted">.*?<\/p>/s, '')
        .replace(/\s*<(script|link)\b[^>]*(assets\/)[^>]*>(<\/script>)?/g, '')
        .replace(
          '<head>',
          () => `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policyOf(script, style)}">`,
        )
        .replace('</head>', () => `  <style>${style}</style>\n  </head>`)
        .replace('</body>', () => `  <script>${script}</script>\n  </body>`)
        .concat('<!--third-party-->\n');
      this.emitFile({ type: 'asset', fileName: name, source });
    },
  };
}
