// Builds dist/: one bundle an entry point with shared chunks, third-party notices, and the published declarations.
// With --if-changed only when it was not built from these very sources.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { isBuilt, stampBuild } from './build-stamp.mjs';
import { bundlePlugins, withClassNames } from './bundle-plugins.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
if (process.argv.includes('--if-changed') && isBuilt()) process.exit();
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const require = createRequire(import.meta.url);

const entries = {
  index: 'src/index.ts',
  client: 'src/client.ts',
  skills: 'src/skills/index.ts',
  sandbox: 'src/sandbox.ts',
  cassette: 'src/cassette/index.ts',
  cases: 'src/cases/index.ts',
  notebook: 'src/notebook/index.ts',
  cli: 'src/cli/index.ts',
  'watchdog-thread': 'src/eval/interrupt/watchdog-thread.ts',
  'sigint-thread': 'src/eval/interrupt/sigint-thread.ts',
  'network-thread': 'src/http/intercept/thread.ts',
  'types-thread': 'src/types/thread.ts',
  'inputs-process': 'src/bench/recorded-inputs/inputs-process.ts',
  'kernel-main': 'src/kernel/main.ts',
  'kernel-sockets': 'src/kernel/wire/sockets.ts',
  ...Object.fromEntries(
    // A folder beside a skill holds its parts.
    readdirSync('src/skills/builtin')
      .filter((name) => name.endsWith('.ts') && name !== 'index.ts')
      .map((name) => [`skills/${name.replace(/\.ts$/, '')}`, `src/skills/builtin/${name}`]),
  ),
};

/** Packages that the bundle contains, although they are dependencies: the published declarations mention their types. */
const BUNDLED = ['yaml', 'zod'];
const { dependencies, optionalDependencies, peerDependencies } = manifest;
const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

rmSync('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: entries,
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  chunkNames: '[name]-[hash]',
  external: installed.filter((name) => !BUNDLED.includes(name)),
  // The CommonJS build, which Node.js gets, has no named exports for `await import('yaml')` in a bundle.
  alias: { yaml: './node_modules/yaml/browser/index.js' },
  // Half as much to read at a start. Names stay, because users see them in results and errors.
  minifyWhitespace: true,
  minifySyntax: true,
  define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
  jsx: 'automatic',
  // Bundled CommonJS packages (react) still ask for require().
  banner: {
    js: "import { createRequire as __require_of } from 'node:module'; const require = __require_of(import.meta.url);",
  },
  plugins: bundlePlugins,
  metafile: true,
  logLevel: 'warning',
});
for (const file of Object.keys(metafile.outputs)) writeFileSync(file, withClassNames(readFileSync(file, 'utf8'), file));
writeFileSync('dist/THIRD-PARTY.txt', notices(Object.keys(metafile.inputs)));
declarations();
stampBuild();

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

/** tsc writes the declarations; the client's are then replaced by the printed ones (one file, no imports). */
function declarations() {
  execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
    stdio: 'inherit',
  });
  // Parts that no entry point shows: their declarations would only be weight.
  for (const part of ['assist', 'bench', 'eval', 'mcp', 'show', 'types']) {
    rmSync(join('dist', 'types', part), { recursive: true, force: true });
  }
  execFileSync(
    process.execPath,
    [join('node_modules', 'tsx', 'dist', 'cli.mjs'), 'scripts/print-types.ts', 'dist/types/client'],
    { stdio: 'inherit' },
  );
  if (!existsSync('dist/types/client/index.d.ts')) throw new Error('the printed declarations are missing');
  // The compiler decides by the nearest package.json whether a declaration is of an ES module or of CommonJS, and
  // refuses `require` of the former (TS1479), although Node.js supports it. So CommonJS has a copy of its own.
  cpSync('dist/types', 'dist/types-cjs', { recursive: true });
  writeFileSync('dist/types-cjs/package.json', '{ "type": "commonjs" }\n');
}
