// Writes all of dist/ but the declarations.
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { bundle, PUBLIC, reachable, THREADS } from './bundle.mjs';
import { withClassNames } from './bundle-plugins.mjs';
import { withCoreChunk } from './core-chunk.mjs';
import { fetchClient } from './fetch-client.mjs';
import { guestScript } from './guest.mjs';
import { pageFiles } from './page.mjs';
import { commandFiles } from './program.mjs';
import { codeOf } from './stamp.mjs';

export async function writeCode() {
  const { metafile, outputFiles } = await bundle();
  const texts = new Map(outputFiles.map(({ path, text }) => [relative(process.cwd(), path), text]));
  const guest = await guestScript();
  const overFetch = await fetchClient();
  const page = await pageFiles();
  const { program, launcher } = await commandFiles(metafile.outputs, texts);
  for (const path of codeOf('dist')) rmSync(path, { recursive: true, force: true });
  // The chunks that only the command uses are in its program.
  const entries = Object.keys({ ...PUBLIC, ...THREADS }).map((name) => `dist/${name}.js`);
  const published = new Map([...reachable(metafile.outputs, entries)].map((path) => [path, texts.get(path)]));
  const files = await withCoreChunk(published, metafile.outputs, 'dist/client.js');
  for (const [path, text] of files) write(path, withRequire(withClassNames(text, path)));
  write('dist/program.cjs', program);
  write('dist/guest.js', guest.text);
  write('dist/client/fetch.js', overFetch);
  for (const { path, text } of page.files) write(relative(process.cwd(), path), text);
  write('dist/cli.js', launcher);
  chmodSync('dist/cli.js', 0o755);
  write('dist/THIRD-PARTY.txt', notices([...Object.keys(metafile.inputs), ...guest.inputs, ...page.inputs]));
}

/** Bundled CommonJS packages still ask for `require`, which ES modules do not have. */
const withRequire = (text) =>
  /\brequire\b/.test(text)
    ? `import { createRequire as __require_of } from 'node:module'; const require = __require_of(import.meta.url);\n${text}`
    : text;

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The licence of every package whose code ends up inside a bundle. */
function notices(inputs) {
  const names = new Set(inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]).filter(Boolean));
  return [...names]
    .sort()
    .map((name) => {
      const folder = join('node_modules', name);
      const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
      return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : '(no licence file in the package)'}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
