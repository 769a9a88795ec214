// Records the fixtures from the sandbox: `npm run fixtures` writes them, `npm run fixtures -- --check` fails when one
// would come out differently. A fixture is what its notebook's cells ask, or what the script beside it asks: a new one
// needs no second place.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createBench } from '../src/bench/index.js';
import { SCENARIOS } from './issues/scenarios.js';
import { ticketFiles } from './issues/ticket-files.js';

const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');
const stale: string[] = [];
/** The parts of the package that lessons import, from the sources. */
const PARTS: Readonly<Record<string, () => Promise<object>>> = {
  'patchbay/cases': () => import('../src/cases/index.js'),
  'patchbay/sandbox': () => import('../src/sandbox.js'),
  'patchbay/skills': () => import('../src/skills/index.js'),
};

for (const name of readdirSync(join(root, 'notebooks')).filter((file) => file.endsWith('.ipynb'))) {
  await fixture(join('fixtures', 'notebooks', name.replace(/\.ipynb$/, '.yaml')), (file) =>
    recordNotebook(join(root, 'notebooks', name), file),
  );
}

for (const subject of readdirSync(join(root, 'fixtures'))) {
  for (const name of readdirSync(join(root, 'fixtures', subject)).filter((file) => file.endsWith('.ts'))) {
    const script = join('fixtures', subject, name);
    await fixture(script.replace(/\.ts$/, '.yaml'), (file) => recordScript(join(root, script), file));
  }
}

for (const [name, scenario] of Object.entries(SCENARIOS)) {
  const files = await quietly(() => ticketFiles(scenario));
  for (const [file, text] of Object.entries(files))
    await fixture(join('fixtures', 'issues', name, file), async (target) => {
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    });
}

if (stale.length > 0) {
  process.stderr.write(`${stale.join(', ')}: not what the sandbox gives now. Run: npm run fixtures\n`);
  process.exitCode = 1;
}

async function fixture(path: string, record: (file: string) => Promise<void>): Promise<void> {
  if (!check) return record(join(root, path));
  const folder = mkdtempSync(join(tmpdir(), 'fixtures-'));
  const fresh = join(folder, basename(path));
  await record(fresh);
  if (!existsSync(join(root, path)) || readFileSync(fresh, 'utf8') !== readFileSync(join(root, path), 'utf8'))
    stale.push(path);
  rmSync(folder, { recursive: true });
}

/** Runs the cells of a notebook in a bench of their own, on the sandbox instead of the recording they ask for. */
async function recordNotebook(notebook: string, file: string): Promise<void> {
  const bench = createBench({
    importModule: (name) => {
      if (name === 'patchbay/notebook') return { ...bench.globals, use: () => {}, display: () => {} };
      return PARTS[name]?.();
    },
  });
  await bench.record({ file, still: true });
  for (const { cell_type, source, metadata } of JSON.parse(readFileSync(notebook, 'utf8')).cells) {
    if (cell_type !== 'code') continue;
    const outcome = await quietly(() => bench.run([source].flat().join('')));
    if (!outcome.ok && !metadata?.tags?.includes('raises-exception')) throw outcome.error;
  }
  await bench.close();
}

async function recordScript(script: string, file: string): Promise<void> {
  const bench = createBench();
  await bench.record({ file, still: true });
  const outcome = await quietly(() => bench.run(readFileSync(script, 'utf8'), { script: true, filename: script }));
  if (!outcome.ok) throw outcome.error;
  await bench.close();
}

/** Hides the output of cells while they are recorded. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    return await work();
  } finally {
    process.stdout.write = write;
  }
}
