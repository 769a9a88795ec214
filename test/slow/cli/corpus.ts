// The evaluator's corpus through whole processes, as `patchbay -e` and as a script file: a fifth of the inputs that stand
// alone, or all of them with PATCHBAY_TEST_LONG=1.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { createEvaluator } from '../../../src/eval/index.js';
import { agrees, asText, corpus, type Entry, errorText } from '../../corpus/evaluator.js';
import { rotated } from '../../support/rotation.js';

const cli = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
const PRINT =
  "(value => console.log(require('node:util').inspect(value, { depth: 6, breakLength: Infinity, compact: true })))";

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
const patchbay = (args: readonly string[]) =>
  new Promise<Ended>((resolve) => {
    execFile(
      process.execPath,
      [cli, ...args],
      { cwd: folder, env: { ...process.env, NO_COLOR: '1' } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

/** The last expression of a source, wrapped so that it prints itself; undefined if it has no such expression. */
function printing(source: string): string | undefined {
  const last = ts
    .createSourceFile('input.ts', source, ts.ScriptTarget.Latest)
    .statements.filter((one) => !ts.isEmptyStatement(one))
    .at(-1);
  if (!last || !ts.isExpressionStatement(last)) return undefined;
  const { pos, end } = last.expression;
  return `${source.slice(0, pos)};${PRINT}(await (${source.slice(pos, end)}));`;
}

async function standsAlone(entry: Entry): Promise<boolean> {
  const ended = await createEvaluator()
    .run(entry.source)
    .then(
      ({ value }) => ({ value: asText(value) }),
      (error) => ({ error: errorText(error) }),
    );
  return agrees(entry, ended);
}

const failed = (entry: Entry, { code, err }: Ended) =>
  'throws' in entry && code === 1 && err.replace('Thrown: ', 'thrown ').includes(entry.throws);

async function byExpression(entry: Entry): Promise<boolean> {
  // A value that is undefined prints nothing.
  const ended = await patchbay(['-e', entry.source]);
  if ('throws' in entry) return failed(entry, ended);
  if (entry.value === 'undefined') return ended.code === 0;
  // What the command prints of itself is most often the value to the letter; another process is asked only where it is not.
  if (ended.code === 0 && ended.out === `${entry.value}\n`) return true;
  const wrapped = printing(entry.source);
  // An object literal at the start of a line: the compiler reads a block, the prompt does not.
  if (!wrapped) return false;
  const printed = await patchbay(['-e', wrapped]);
  return ended.code === 0 && ended.out !== '' && printed.out === `${entry.value}\n`;
}

async function byScript(entry: Entry, index: number): Promise<boolean> {
  const file = join(folder, `input-${index}.ts`);
  writeFileSync(file, 'value' in entry ? (printing(entry.source) ?? entry.source) : entry.source);
  const ended = await patchbay(['run', file]);
  if ('throws' in entry) return failed(entry, ended);
  // The last line of a script is worth nothing where it is not an expression.
  const printed =
    printing(entry.source) === undefined || entry.value === 'undefined'
      ? [`${entry.value}\n`, '']
      : [`${entry.value}\n`];
  return ended.code === 0 && printed.includes(ended.out);
}

const results = { e: [] as string[], script: [] as string[] };
const alone: [Entry, number][] = [];
for (const [index, entry] of corpus.entries()) if (await standsAlone(entry)) alone.push([entry, index]);

const left = [...rotated(alone, 5)];
const count = left.length;
const worker = async () => {
  for (let next = left.shift(); next; next = left.shift()) {
    const [entry, index] = next;
    if (!(await byExpression(entry))) results.e.push(entry.source);
    // A script may contain `export`, and the value of its last line is not used.
    if (!entry.source.startsWith('export') && !(await byScript(entry, index))) results.script.push(entry.source);
  }
};
await Promise.all([worker(), worker()]);
rmSync(folder, { recursive: true });

for (const [front, wrong] of Object.entries(results)) {
  const verdict = wrong.length === 0 ? 'ok' : 'not ok';
  console.log(
    `${verdict} corpus: ${count} inputs that stand alone give the same by ${front === 'e' ? '-e' : 'a script'}`,
  );
  for (const source of wrong) console.log(`    ${JSON.stringify(source)}`);
}
process.exitCode = results.e.length + results.script.length > 0 ? 1 : 0;
