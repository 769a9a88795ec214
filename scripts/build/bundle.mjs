// Bundles the sources as ES modules: one for each entry point, and the chunks that they share.
import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { bundlePlugins } from './bundle-plugins.mjs';
import { directImports } from './direct-imports.mjs';

/** The entry points of the package: the name of the file in dist/, and its source. */
export const PUBLIC = {
  index: 'src/index.ts',
  client: 'src/client.ts',
  skills: 'src/skills/index.ts',
  sandbox: 'src/sandbox.ts',
  'sandbox/vitest': 'src/sandbox-vitest.ts',
  cassette: 'src/cassette/index.ts',
  cases: 'src/cases/index.ts',
  notebook: 'src/notebook/index.ts',
  ...Object.fromEntries(
    // A folder beside a skill holds its parts.
    readdirSync('src/skills/builtin')
      .filter((name) => name.endsWith('.ts') && name !== 'index.ts')
      .map((name) => [`skills/${name.replace(/\.ts$/, '')}`, `src/skills/builtin/${name}`]),
  ),
};

/** Files that start a thread or a process of their own. */
export const THREADS = {
  'watchdog-thread': 'src/eval/interrupt/watchdog-thread.ts',
  'sigint-thread': 'src/eval/interrupt/sigint-thread.ts',
  'network-thread': 'src/http/intercept/thread.ts',
  'types-thread': 'src/types/thread.ts',
  'inputs-process': 'src/bench/recorded-inputs/inputs-process.ts',
  'grading-process': 'src/classroom/run/grading-process.ts',
  'case-thread': 'src/inspector/case/case-thread.ts',
  'kernel-main': 'src/kernel/main.ts',
  'kernel-sockets': 'src/kernel/wire/sockets.ts',
};

/** Rooms of the sources, as entry points that are not written: each gets chunks of its own, which load when they are used. */
const ROOMS = Object.fromEntries(
  ['assist', 'eval', 'http', 'redact', 'sandbox', 'search', 'services', 'show', 'skills', 'web'].map((room) => [
    `rooms/${room}`,
    `src/${room}/index.ts`,
  ]),
);

/** The command. It becomes one file, see `program.mjs`. */
export const COMMAND = 'command';

/** Packages that the bundle contains, although they are dependencies: the published declarations mention their types. */
const BUNDLED = ['yaml', 'zod'];

/** Options that all parts of the build share. */
export const COMMON = {
  platform: 'node',
  target: 'node20',
  // Half as much to read when a program starts. Names stay, because users see them in results and errors.
  minifyWhitespace: true,
  minifySyntax: true,
  // Node.js prints the line of an uncaught error.
  lineLimit: 120,
  logLevel: 'warning',
};

/** Returns the metadata and the files of the bundle. Nothing is written. */
export function bundle() {
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return build({
    ...COMMON,
    bundle: true,
    entryPoints: { ...PUBLIC, ...THREADS, ...ROOMS, [COMMAND]: 'src/cli/index.ts' },
    outdir: 'dist',
    splitting: true,
    format: 'esm',
    chunkNames: '[name]-[hash]',
    external: installed.filter((name) => !BUNDLED.includes(name)),
    // The CommonJS build, which Node.js gets, has no named exports for `await import('yaml')` in a bundle.
    alias: { yaml: './node_modules/yaml/browser/index.js' },
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    jsx: 'automatic',
    plugins: [...bundlePlugins, directImports],
    metafile: true,
    write: false,
  });
}

/** The files that an entry point loads, at its start or later. */
export function reachable(outputs, entries) {
  const found = new Set();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    waiting.push(...outputs[path].imports.filter(({ external }) => !external).map((one) => one.path));
  }
  return found;
}
