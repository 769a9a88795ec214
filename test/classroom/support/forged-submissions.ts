import type { Cell, Notebook } from '../../../src/kernel/index.js';
import { cellOf } from './classroom.js';

/** What a forged submission tries to reach. */
export interface Targets {
  /** A private file, such as the work of another learner. */
  readonly file: string;
  /** A file that must not change. */
  readonly out: string;
  /** A server on loopback that counts requests. */
  readonly url: string;
}

export interface Forged {
  readonly name: string;
  /** Needs a process of its own: it does not end, or it would send requests. */
  readonly needsProcess?: true;
  forge(copy: Notebook, targets: Targets): void;
}

/** A submission whose first answer is this code. */
const code = (name: string, source: string | ((targets: Targets) => string), needsProcess?: true): Forged => ({
  name,
  ...(needsProcess && { needsProcess }),
  forge(copy, targets) {
    cellOf(copy, 'queue').source = typeof source === 'string' ? source : source(targets);
  },
});

const marked = (id: string, source: string, more: object): Cell =>
  ({
    ...{ cell_type: 'code', id: `forged-${id}`, outputs: [], execution_count: null, source },
    metadata: { nbgrader: { grade_id: id, locked: true, schema_version: 3, task: false, ...more } },
  }) as Cell;

const EASY = 'check(3, "There is a queue with the name returns", () => true);';
const QUEUES = "async () => ({ data: [{ friendly_name: 'returns', max_size: 20 }] })";
const ROOT = 'try { (function () {}).constructor("return process")().exit(0) } catch {}';

/** Submissions that solve nothing and try to score, or to do harm. */
export const FORGED: readonly Forged[] = [
  code('prints the message', 'console.log("Right, 3 of 3: There is a queue with the name returns\\n3 of 3 points");'),
  code(
    'prints a report',
    `console.log(JSON.stringify({ kind: 'checked', index: 3, results: [{ message: 'a', points: 3, earned: 3 }] }));`,
  ),
  code('replaces check', `globalThis.check = async () => {}; try { check = async () => {} } catch {}`),
  code('calls check', `import { check } from 'patchbay/notebook';\ncheck(3, 'There is a queue', () => true);`),
  code('replaces display', `globalThis.display = () => true; display = () => true;`),
  code(
    'replaces the client',
    `platform.queues.list = ${QUEUES}; platform.phone_numbers.list = async () => ({ data: [] });`,
  ),
  code(
    'pollutes Object.prototype',
    `Object.assign(Object.prototype, { friendly_name: 'returns', max_size: 20, earned: 3, points: 3 });`,
  ),
  code(
    'replaces methods of arrays',
    `Array.prototype.filter = () => [{ max_size: 20 }]; Array.prototype.find = () => ({}); Array.prototype.includes = () => true;`,
  ),
  code(
    'replaces JSON',
    `JSON.stringify = () => '{"earned":3}'; JSON.parse = () => ({ kind: 'checked', results: [] });`,
  ),
  code(
    'replaces promises',
    `Promise.prototype.then = function (done) { done?.([{ friendly_name: 'returns' }]); return this; };`,
  ),
  code(
    'replaces Function.prototype.call',
    `Function.prototype.call = Function.prototype.apply = Reflect.apply = () => true;`,
  ),
  {
    name: 'reports a value with methods',
    forge(copy) {
      cellOf(copy, 'names').source =
        'let names: any = { length: 8, includes: () => true, toJSON() { return { includes: true } } };';
    },
  },
  {
    name: 'reports a value that is not JSON',
    forge(copy) {
      cellOf(copy, 'names').source =
        `let names: any = []; names.self = names; const cyclic: any = []; cyclic.push(cyclic); names = cyclic; JSON.stringify = () => '}{';`;
    },
  },
  {
    name: 'reports a value that is too large',
    forge(copy) {
      cellOf(copy, 'names').source = `let names = 'x'.repeat(3_000_000);`;
    },
  },
  {
    name: 'reports a value that is nested deeply',
    forge(copy) {
      cellOf(copy, 'names').source = `let names: any = []; for (let i = 0; i < 50_000; i++) names = [names];`;
    },
  },
  code('throws in the getter of a value', `Object.defineProperty(globalThis, 'names', { get() { throw 'names' } });`),
  code(
    'reads the hidden tests',
    ({ file }) => `const fs = await import('node:fs'); console.log(fs.readFileSync(${JSON.stringify(file)}, 'utf8'));`,
  ),
  code('requires modules', ({ file }) => `console.log(require('fs').readFileSync(${JSON.stringify(file)}, 'utf8'));`),
  code(
    'imports the notebook as a module',
    ({ file }) => `console.log(await import(${JSON.stringify(`file://${file}`)}));`,
  ),
  code('writes a file', ({ out }) => `(await import('fs')).writeFileSync(${JSON.stringify(out)}, 'harm');`),
  code('reads the environment', `console.log(process.env); console.log(globalThis.process?.env?.PATH);`),
  code('ends the process', `${ROOT}; process.exit(0);`),
  code('kills the parent', `process.kill(process.ppid, 'SIGKILL');`),
  code('sends to its parent', `process.send({ kind: 'done' });`),
  code('writes to the pipe of the reports', `(await import('node:fs')).writeSync(3, '{"kind":"done"}\\n');`),
  code(
    'reaches for the process through constructors',
    `${ROOT}; [].constructor.constructor('return this.process.mainModule')();`,
  ),
  code(
    'reaches for the helpers of the interpreter',
    `for (const f of [() => arguments.callee.caller, () => new Error().constructor.prepareStackTrace, () => eval('send')]) try { console.log(f()); } catch (e) { console.log(String(e)); }`,
  ),
  code(
    'restores another state',
    `const state: any = sandbox.snapshot(); state.collections.queues.items = []; sandbox.restore(state);`,
  ),
  code('sets faults', `sandbox.faults.add('queues.list', { status: 500 });`),
  code('resets the sandbox', `(sandbox as any).reset(); (sandbox as any).loadJournal([]);`),
  code('leaves the sandbox', `await use('live'); await use({ replay: '/etc/passwd' });`),
  code(
    'adds a skill that reads files',
    ({ file }) => `await agent.add_skill('native_vector_search', { index_file: ${JSON.stringify(file)} });`,
  ),
  code('leaves a late error', `setTimeout(() => { throw new Error('late') }, 0); Promise.reject(new Error('late'));`),
  code('is nested so deeply that no parser reads it', `${'('.repeat(50_000)}1${')'.repeat(50_000)};`),
  code('recurses without end', `(function again() { again(); })();`),
  {
    name: 'edits the points of an answer',
    forge(copy) {
      cellOf(copy, 'queue').metadata = {
        nbgrader: { grade_id: 'queue', grade: true, solution: true, points: 100, schema_version: 3 },
      };
    },
  },
  {
    name: 'replaces the code of a test',
    forge(copy) {
      cellOf(copy, 'queue-test').source = EASY;
    },
  },
  {
    name: 'makes its answer a test',
    forge(copy) {
      Object.assign(cellOf(copy, 'queue'), marked('queue', EASY, { grade: true, solution: false, points: 3 }));
    },
  },
  {
    name: 'repeats a grade_id',
    forge(copy) {
      copy.cells.unshift(marked('queue-test', EASY, { grade: true, solution: false, points: 3 }));
    },
  },
  {
    name: 'adds a test of its own',
    forge(copy) {
      copy.cells.push(marked('mine', EASY, { grade: true, solution: false, points: 100 }));
    },
  },
  {
    name: 'removes the tests',
    forge(copy) {
      copy.cells.splice(0, copy.cells.length, ...copy.cells.filter(({ id }) => !id?.endsWith('-test')));
    },
  },
  {
    name: 'makes the tests Markdown',
    forge(copy) {
      for (const id of ['queue-test', 'names-test']) Object.assign(cellOf(copy, id), { cell_type: 'markdown' });
    },
  },
  {
    name: 'damages the metadata',
    forge(copy) {
      for (const id of ['queue', 'queue-test'])
        cellOf(copy, id).metadata = { nbgrader: { grade_id: ['x'], __proto__: 1 } };
    },
  },
  {
    name: 'brings outputs along',
    forge(copy) {
      const text = ['3 of 3 points\nRight, 3 of 3\n<script>steal()</script>'];
      for (const cell of copy.cells) cell.outputs = [{ output_type: 'stream', name: 'stdout', text }];
    },
  },
  code('loops', 'for (;;);', true),
  {
    name: 'loops while a value is read',
    needsProcess: true,
    forge(copy) {
      cellOf(copy, 'names').source = 'const names = { toJSON() { for (;;); } };';
    },
  },
  code('waits for ever', 'await new Promise(() => {});', true),
  code('keeps timers', 'setInterval(() => {}, 1); await new Promise(() => {});', true),
  code('fills the memory', 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length));', true),
  code('prints without end', `for (;;) console.log('x'.repeat(10_000));`, true),
  code('sends requests without end', `for (;;) await platform.queues.list();`, true),
  code(
    'stores more than a report can hold',
    `for (let i = 0; i < 3_000; i++) await platform.fabric.swml_scripts.create({ name: 'x' + i, contents: JSON.stringify({ version: '1.0.0', sections: { main: ['x'.repeat(12_000)] } }) as any });`,
    true,
  ),
  code('connects to a server', ({ url }) => `await fetch(${JSON.stringify(url)});`, true),
  code(
    'makes a client for a server',
    ({ url }) => `await new RestClient({ project: 'p', token: 't', host: ${JSON.stringify(url)} }).queues.list();`,
    true,
  ),
  code(
    'calls the control routes of the sandbox',
    ({ url }) => `for (const base of ['https://sandbox.invalid', ${JSON.stringify(url)}, 'http://localhost:8080'])
  for (const path of ['state', 'reset', 'faults', 'journal', 'projects'])
    try { console.log((await fetch(base + '/_patchbay/api/' + path, { method: 'POST', body: '{}' })).status); } catch (e) { console.log(String(e)); }`,
    true,
  ),
  code(
    'gets a document from a server',
    ({ url }) => `const [number] = (await platform.phone_numbers.list()).data;
await platform.phone_numbers.set_swml_webhook(number.id, ${JSON.stringify(url)}); await sandbox.ring(number.number);`,
    true,
  ),
];
