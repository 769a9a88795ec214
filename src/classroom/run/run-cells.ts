import { createBench, newRecordedCode } from '../../bench/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { clean, DataTable, showError, showText } from '../../show/index.js';
import { gradedNames } from './graded-names.js';
import type { Report, Task } from './messages.js';

type RunTask = Extract<Task, { kind: 'run' }>;

interface RunPorts {
  /** The bundle of the code inside the interpreter. */
  readonly script: string;
  report(report: Report): void;
  /** Ends the run. Does not return. */
  stop(why: string): never;
  /** Called when the sandbox exists, before any code of the learner runs. */
  ready?(): void;
}

/**
 * Runs the cells of a submission in an interpreter that has no object of Node.js, on a sandbox of this process. Reports
 * the evidence for each test: the state of the sandbox, its journal, and the values that the test asks for.
 */
export async function runCells(task: RunTask, { script, report, stop, ready }: RunPorts): Promise<void> {
  const bench = createBench({ env: () => ({}) });
  const sandbox = bench.globals.sandbox as Sandbox; // the bench has made it
  sandbox.reset({ seed: task.seed, ownNumbers: true });
  ready?.();
  const output = new CellOutput(task.outputCharacters);
  let failed: string | undefined;
  const code = await newRecordedCode({
    script,
    offer: gradedNames(),
    globals: gradedGlobals(bench.globals, (text) => output.add(text)),
    memoryBytes: task.memoryBytes,
    print: (text) => output.add(text),
    fail(error) {
      failed ??= showError(error, { columns: 100 });
    },
    absent: () => {},
    stop,
  });
  await code.start();
  for (const step of task.steps) {
    report({ kind: 'begin', index: step.index });
    if (step.kind === 'evidence') {
      await sandbox.settled();
      const values = code.valuesOf(step.names);
      const { index } = step;
      report({ kind: 'evidence', index, snapshot: sandbox.snapshot(), journal: [...sandbox.journalRecords()], values });
      continue;
    }
    failed = step.refused;
    output.begin();
    if (step.compiled) await code.run(step.compiled);
    report({ kind: 'ran', index: step.index, output: output.text, ...(failed !== undefined && { failed }) });
  }
  report({ kind: 'done' });
}

type Globals = ReturnType<typeof createBench>['globals'];

/** The names of the bench, with the functions of a notebook that take data. */
function gradedGlobals(globals: Globals, print: (text: string) => void): Globals {
  const show = (value: unknown) => print(typeof value === 'string' ? value : showText(value));
  const display = Object.assign(show, {
    table: (rows: unknown, columns?: unknown) =>
      print(showText(new DataTable(rows as object[], columns as string[] | undefined))),
    html: show,
    svg: show,
    markdown: show,
  });
  const added = { display, use };
  return Object.defineProperties(
    Object.create(globals) as Globals,
    Object.fromEntries(Object.entries(added).map(([name, value]) => [name, { value, enumerable: true }])),
  );
}

/** A graded run is on the sandbox of the learner from its start. */
async function use(where: unknown): Promise<string> {
  if (where !== 'sandbox') throw new Error("a graded run is on the sandbox: use('sandbox')");
  return 'sandbox';
}

/** The text that a cell prints, up to a limit. */
class CellOutput {
  readonly #max: number;
  #text = '';

  constructor(max: number) {
    this.#max = max;
  }

  begin(): void {
    this.#text = '';
  }

  add(text: string): void {
    if (this.#text.length <= this.#max) this.#text += `${clean(text.slice(0, this.#max + 1))}\n`;
  }

  get text(): string {
    if (this.#text.length <= this.#max) return this.#text;
    return `${this.#text.slice(0, this.#max)}\n[more than ${this.#max} characters: the rest is not shown]\n`;
  }
}
