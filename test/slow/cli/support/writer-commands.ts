// The commands that write files, and those that do not. test/cli/writer-commands.test.ts checks that no command is missing.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EXAMPLE, newClass } from '../../../../src/classroom/index.js';

export interface Writer {
  readonly command: string;
  /** Default: the command. */
  readonly name?: string;
  readonly format?: string;
  /** The file that it writes. */
  readonly file: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Prepares the folder. */
  before?(folder: string): void;
  /** What must be equal after each run. Default: the text, without times and identifiers. */
  shape?(path: string): string | undefined;
}

const root = resolve(import.meta.dirname, '..', '..', '..', '..');
export const RECORDING = join(root, 'fixtures/issues/stale-id/session.yaml');
export const CONFIG = 'export default {};\n';
export const TOKEN = 'PTabc123def456\n';

export const addProfile = (name: string) => [
  'profile',
  'add',
  name,
  '--project',
  'project-1',
  '--space',
  'a.example.com',
];

const PROFILE = { project: 'project-1', host: 'a.example.com', token: TOKEN.trim() };
const put = (name: string, content: string) => (folder: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content, { mode: 0o600 });
};
const profiles = put('profiles.json', JSON.stringify({ current: 'p', profiles: { p: PROFILE, q: PROFILE } }));
/** It contains an address, which redaction replaces. */
const recording = (name: string) =>
  put(name, readFileSync(RECORDING, 'utf8').replaceAll('user1@example.com', 'ada@acme.org'));
const NOTEBOOK = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: 'patchbay', language: 'typescript', display_name: 'Patchbay' } },
  cells: [{ id: 'one', cell_type: 'code', metadata: {}, source: '1 + 1', outputs: [], execution_count: null }],
};
const CURL = 'curl -X POST https://a.example.com/api/relay/rest/queues -d \'{"name":"night"}\'\n';
const document = (number: number) => `# Page ${number}\n\n${'words of the page '.repeat(200)}\n`;
const folder = (target: string) => {
  for (let number = 0; number < 5; number++) put(`docs/${number}.md`, document(number))(target);
};

/** A class with the same seed each time. */
const classOf = (target: string) => {
  newClass(join(target, 'class'));
  put('class/class.yaml', 'name: Class\nseed: 1\n')(target);
};
const collected = (target: string) => {
  classOf(target);
  const work = readFileSync(join(target, `class/source/${EXAMPLE}/${EXAMPLE}.ipynb`), 'utf8');
  put(`class/submitted/ada/${EXAMPLE}/2025-06-02T09.00.00.000Z/${EXAMPLE}.ipynb`, work)(target);
};
/** The file in the latest of the folders beside it, whose names are times. */
const latest = (path: string) => {
  const folders = existsSync(dirname(path)) ? readdirSync(dirname(path)).sort() : [];
  const file = join(dirname(path), folders.at(-1) ?? '', path.slice(dirname(path).length));
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

export const WRITERS: readonly Writer[] = [
  ...['ts', 'test', 'notebook', 'curl', 'http', 'har', 'report'].map((format) => ({
    command: 'export',
    name: `export --to ${format}`,
    format,
    file: 'out.txt',
    args: ['export', RECORDING, '--to', format, '-o', 'out.txt'],
  })),
  { command: 'import', file: 'case.yaml', args: ['import', 'in.sh'], before: put('in.sh', CURL) },
  {
    command: 'import',
    name: 'import over a recording',
    file: 'case.yaml',
    args: ['import', 'in.sh', '-o', 'case.yaml'],
    before(target) {
      put('in.sh', CURL)(target);
      recording('case.yaml')(target);
    },
  },
  { command: 'minimize', file: 'small.yaml', args: ['minimize', RECORDING, '-o', 'small.yaml'] },
  {
    command: 'cassette redact',
    file: 'own.yaml',
    args: ['cassette', 'redact', 'own.yaml'],
    before: recording('own.yaml'),
  },
  {
    command: 'cassette redact',
    name: 'cassette redact --output',
    file: 'shared/own.yaml',
    args: ['cassette', 'redact', 'own.yaml', '--output', 'shared'],
    before: recording('own.yaml'),
  },
  {
    command: 'cassette review',
    file: 'own.yaml',
    args: ['cassette', 'review', 'own.yaml'],
    before: put(
      'own.yaml',
      readFileSync(RECORDING, 'utf8').replace('name: night', 'name: call Ada Lovelace, 12 Elm Street'),
    ),
  },
  {
    command: 'cassette edit',
    file: 'own.yaml',
    args: ['cassette', 'edit', 'own.yaml'],
    env: { VISUAL: 'sed -i s/night/day/' },
    before: recording('own.yaml'),
  },
  { command: 'profile add', file: 'profiles.json', args: addProfile('p'), input: TOKEN },
  { command: 'profile use', file: 'profiles.json', args: ['profile', 'use', 'q'], before: profiles },
  { command: 'profile remove', file: 'profiles.json', args: ['profile', 'remove', 'q'], before: profiles },
  {
    command: 'config allow',
    file: 'allowed.json',
    args: ['config', 'allow'],
    before: put('patchbay.config.ts', CONFIG),
  },
  { command: 'notebook copy', file: 'lessons/notebooks/01-first-call.ipynb', args: ['notebook', 'copy', 'lessons'] },
  {
    command: 'notebook run',
    file: 'one.ipynb',
    args: ['notebook', 'run', '--in-place', 'one.ipynb'],
    before: put('one.ipynb', `${JSON.stringify(NOTEBOOK, null, 1)}\n`),
  },
  {
    command: 'notebook run',
    name: 'notebook run --output',
    file: 'out.ipynb',
    args: ['notebook', 'run', '--output', 'out.ipynb', 'one.ipynb'],
    before: put('one.ipynb', `${JSON.stringify(NOTEBOOK, null, 1)}\n`),
  },
  {
    command: 'kernel install',
    file: 'share/jupyter/kernels/patchbay/kernel.json',
    args: ['kernel', 'install', '--prefix', '.'],
  },
  {
    command: 'skills index',
    file: 'docs.swsearch',
    args: ['skills', 'index', 'docs', '--model', 'none'],
    before: folder,
    // A database has times inside.
    shape: (path) => (existsSync(path) ? 'an index' : undefined),
  },
  {
    command: 'class assign',
    file: `class/release/ada/${EXAMPLE}/${EXAMPLE}.ipynb`,
    args: ['class', 'assign', EXAMPLE, '--class', 'class'],
    before: classOf,
  },
  {
    command: 'class collect',
    file: `class/submitted/ada/${EXAMPLE}/${EXAMPLE}.ipynb`,
    args: ['class', 'collect', EXAMPLE, 'inbox', '--class', 'class'],
    before(target) {
      classOf(target);
      put('inbox/ada.ipynb', `${JSON.stringify(NOTEBOOK, null, 1)}\n`)(target);
    },
    shape: latest,
  },
  {
    command: 'class grade',
    file: `class/graded/${EXAMPLE}/results.json`,
    args: ['class', 'grade', EXAMPLE, '--class', 'class'],
    before: collected,
    shape: latest,
  },
  {
    command: '(bench)',
    name: '--record',
    file: 'one.yaml',
    args: ['--record', 'one.yaml', '-e', "await platform.queues.create({ name: 'night' })"],
  },
];

/** Commands that write nothing, or only what another command writes. */
export const NOT_WRITERS: Readonly<Record<string, string>> = {
  run: 'records as the bench does',
  sandbox: 'records as the bench does',
  ring: 'prints',
  check: 'prints',
  explain: 'prints',
  replay: 'remembers trusted code as `config allow` does',
  'cassette inspect': 'prints',
  'cassette list': 'prints',
  'cassette show': 'prints',
  'cassette check': 'prints',
  'cassette diff': 'prints',
  'skills list': 'prints',
  'skills show': 'prints',
  'skills run': 'records as the bench does',
  'skills new': 'creates a folder: a killed run leaves a part of it, and the next run refuses the name',
  'class new': 'creates a folder: a killed run leaves a part of it, and the next run refuses the name',
  inspect: 'serves',
  'skills serve': 'serves',
  'skills mcp-gateway': 'serves',
  'skills serve-index': 'serves',
  'kernel uninstall': 'removes',
  'kernel start': 'writes its own connection file',
  'profile list': 'prints',
  'config show': 'prints',
  'config forget': 'changes the file of `config allow` in the same way',
  whoami: 'prints',
  doctor: 'prints',
  'completion bash': 'prints',
  'completion fish': 'prints',
  'completion zsh': 'prints',
  help: 'prints',
};
