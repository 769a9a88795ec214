import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands/index.js';
import { dangersIn, HOSTILE } from '../support/hostile.js';
import { evaluate, patchbay } from '../support/run-patchbay.js';

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
const ALL = HOSTILE.join('');
/** An argument of a program cannot hold NUL, and a file name no slash either. */
const ARGUMENT = ALL.replaceAll('\0', '').replace(/[\ud800-\udfff]/g, '');
const FILE = ARGUMENT.replaceAll('/', '').slice(0, 60);

beforeAll(() => {
  for (const [name, status] of [
    ['a.jsonl', 200],
    ['b.jsonl', 500],
    [`${FILE}.jsonl`, 200],
  ] as const)
    writeFileSync(join(folder, name), recording(status));
  writeFileSync(
    join(folder, 'broken.jsonl'),
    `${recording(200)}{"kind":"http","${JSON.stringify(ALL).slice(1, -1)}":1}\n${ALL}\n`,
  );
  mkdirSync(join(folder, 'skills', 'evil'), { recursive: true });
  writeFileSync(join(folder, 'skills', 'evil', 'skill.ts'), skill(JSON.stringify(ALL)));
  mkdirSync(join(folder, 'skills', 'broken'));
  writeFileSync(join(folder, 'skills', 'broken', 'skill.ts'), `throw new Error(${JSON.stringify(ALL)})`);
  mkdirSync(join(folder, 'md', 'one'), { recursive: true });
  writeFileSync(
    join(folder, 'md', 'one', 'SKILL.md'),
    `---\nname: one\ndescription: ${JSON.stringify(HOSTILE[0])}\n---\n${ALL}\n`,
  );
  const profile = { project: ALL, host: ALL, token: 'token' };
  writeFileSync(join(folder, 'profiles.json'), JSON.stringify({ current: 'evil', profiles: { evil: profile } }), {
    mode: 0o600,
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A timer throws in the process, and a skill of the user or an editor may stay. All else is evaluated in this one. */
const NEEDS_PROCESS = /setTimeout|^(?:skills run|cassette edit|notebook|kernel)/;

async function printed(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const run = args[0]?.startsWith('-') && !NEEDS_PROCESS.test(args.join(' ')) ? evaluate : patchbay;
  const { out, err } = await run(args, { cwd: folder, env: { EDITOR: 'true', PATCHBAY_TYPES: 'off', ...env } });
  return `${out}\n${err}`;
}

/** Additional arguments of an action. */
const OWN: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'cassette inspect': [['a.jsonl'], ['a.jsonl', '--json'], ['broken.jsonl'], [`${FILE}.jsonl`]],
  'cassette list': [['a.jsonl', 'b.jsonl', 'broken.jsonl'], [`${FILE}.jsonl`]],
  'cassette show': [['a.jsonl'], ['a.jsonl', '1'], ['broken.jsonl'], ['a.jsonl', ARGUMENT]],
  explain: [['a.jsonl'], ['a.jsonl', '--json'], ['broken.jsonl'], ['a.jsonl', ARGUMENT]],
  'cassette check': [['a.jsonl'], ['broken.jsonl'], [`${FILE}.jsonl`]],
  'cassette diff': [['a.jsonl', 'b.jsonl']],
  'cassette redact': [
    ['--dry-run', 'a.jsonl'],
    ['--output', 'out', `${FILE}.jsonl`],
  ],
  'cassette edit': [['a.jsonl'], [`${FILE}.jsonl`]],
  'skills list': [
    ['--skills', 'skills'],
    ['--skills', 'skills', '--json'],
    ['--skills', ARGUMENT],
  ],
  'skills show': [
    ['evil', '--skills', 'skills'],
    ['evil', '--skills', 'skills', '--json'],
    ['broken', '--skills', 'skills'],
    ['markdown_skills', '--params', '{"skills_path": "md"}'],
  ],
  'skills run': [
    ['evil', 'evil', '--skills', 'skills'],
    ['evil', 'evil', '--skills', 'skills', '--json'],
    ['evil', ARGUMENT, '--skills', 'skills'],
  ],
};
/** They would wait for a client, or change the Jupyter of this machine. */
const GIVEN: readonly (readonly string[])[] = [[ARGUMENT], [`--${ARGUMENT}`]];

const USES = Object.entries(commands).flatMap(([name, { actions }]) =>
  actions ? Object.keys(actions).map((action) => `${name} ${action}`) : [name],
);

describe('a command', () => {
  it.each(USES)('prints nothing that drives a terminal: patchbay %s', { timeout: 120_000 }, async (use) => {
    for (const words of [...GIVEN, ...(OWN[use] ?? [])]) {
      const screen = await printed([...use.split(' '), ...words]);
      expect(screen.trim(), words.join(' ')).not.toBe('');
      // A message repeats the arguments, and the response of a tool may have several lines.
      const mayBreakLines = GIVEN.includes(words) || words.includes(ARGUMENT) || use === 'skills run';
      expect(dangersIn(screen, { mayBreakLines }), JSON.stringify(words)).toEqual([]);
    }
  });

  it('prints names of files, profiles and variables that cannot drive a terminal', { timeout: 60_000 }, async () => {
    const env = { PLATFORM_PROJECT_ID: ARGUMENT, PLATFORM_SPACE: ARGUMENT, PATCHBAY_STATE_DIR: join(folder, FILE) };
    for (const args of [
      ['whoami'],
      ['doctor'],
      ['profile', 'list'],
      [ARGUMENT],
      [`--${ARGUMENT}`],
      ['--replay', ARGUMENT, '-e', '1'],
    ])
      for (const variables of [{}, env])
        expect(dangersIn(await printed(args, variables), { mayBreakLines: true })).toEqual([]);
    expect(dangersIn(await printed(['profile', 'list']))).toEqual([]);
  });

  it.each(['', '--json'])(
    'prints values and errors that cannot drive a terminal: -e %s',
    { timeout: 60_000 },
    async (json) => {
      const evil = JSON.stringify(ALL);
      const options = json === '' ? [] : [json];
      for (const code of [`[{ id: ${evil}, [${evil}]: ${evil} }]`, `({ [${evil}]: ${evil} })`, evil])
        expect(dangersIn(await printed([...options, '-e', code]))).toEqual([]);
      for (const code of [`throw new Error(${evil})`, `setTimeout(() => { throw new Error(${evil}) })`])
        expect(dangersIn(await printed([...options, '-e', code]), { mayBreakLines: true })).toEqual([]);
    },
  );
});

it('prints tables and warnings of code that cannot drive a terminal', { timeout: 60_000 }, async () => {
  const evil = JSON.stringify(ALL);
  const code = [
    `console.table([{ [${evil}]: 1 }], [${evil}])`,
    `process.emitWarning(${evil}, { type: ${evil}, code: ${evil}, detail: ${evil} })`,
    `process.emitWarning(Object.assign(new Error(${evil}), { name: ${evil} }))`,
    `process.emitWarning(${evil}, 'DeprecationWarning')`,
    `for (let i = 0; i < 12; i++) process.on(${evil}, () => {})`,
    `console.timeLog(${evil})`,
    `await new Promise(setImmediate)`,
  ].join(';');
  // The printer of Node.js for warnings is that of the process.
  const { out, err } = await patchbay(['-e', code], { cwd: folder });
  expect(out).toContain('─');
  expect(err).toContain('DeprecationWarning');
  expect(dangersIn(out, { colour: true, mayBreakLines: true })).toEqual([]);
  expect(dangersIn(err, { mayBreakLines: true })).toEqual([]);
});

function recording(status: number): string {
  const header = { kind: 'cassette', version: 1, origin: 'sandbox', tool: 'x\u202ey\u061c', redaction: 'none\u202e' };
  const request = { method: 'GET', url: 'https://space.example.invalid/api/relay/rest/queues?a=\u202e' };
  const body = { json: { [ALL]: { [ALL]: status }, [`${ALL}${status}`]: ALL } };
  const response = { status, headers: { 'content-type': 'application/json' }, body };
  return [header, { kind: 'http', op: 'queues.\u202elist', request, response }]
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('');
}

const skill = (evil: string) => `import { SkillBase, type ParameterSchema } from 'patchbay/skills';
export class Evil extends SkillBase {
  static override SKILL_NAME = 'evil';
  static override SKILL_DESCRIPTION = ${evil};
  static override PARAMETERS: ParameterSchema = { [${evil}]: { type: 'string', description: ${evil}, default: ${evil} } };
  setup() { return true; }
  register_tools(): void {
    this.define_tool({ name: 'evil', description: ${evil}, parameters: { [${evil}]: { type: 'string', description: ${evil} } }, handler: () => ${evil} });
  }
}
`;
