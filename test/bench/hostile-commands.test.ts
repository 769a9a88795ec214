import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formsOf } from '../../src/bench/commands/arguments/command.js';
import { commands } from '../../src/bench/commands/index.js';
import { type Bench, createBench, type SessionEvent } from '../../src/bench/index.js';
import { highlighted } from '../../src/repl/editor/index.js';
import { popupOf } from '../../src/repl/popup.js';
import { headerText, promptLeads } from '../../src/repl/prompt.js';
import { eventText, Scrollback } from '../../src/repl/scrollback/index.js';
import { layOut } from '../../src/repl/view/layout.js';
import { popupPicture } from '../../src/repl/view/popup-rows.js';
import { dangersIn, HOSTILE } from '../support/hostile.js';
import { sampled } from '../support/rotation.js';

const LOOK = { columns: 70, colour: true, mode: { kind: 'sandbox' } } as const;
const ALL = HOSTILE.join('');
const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
const before = process.cwd();
let bench: Bench;

beforeAll(async () => {
  process.chdir(folder);
  // YAML requires escapes for control characters.
  mkdirSync('evil');
  writeFileSync(join('evil', 'skill.ts'), skill(JSON.stringify(ALL)));
  bench = createBench();
  const evil = JSON.stringify(ALL);
  await done(`registry.add_skill_directory(${JSON.stringify(folder)})`);
  await done(`var evil = { [${evil}]: ${evil}, plain: ${evil} }; globalThis.list = [{ id: ${evil}, [${evil}]: 1 }]`);
  await done(`await agent.add_skill('evil')`);
  await done(`const made = await platform.queues.create({ name: ${evil} }); await platform.queues.list()`);
  await done(`await platform.beyond.messages.create({ to: '+13125550199', from: '+12065550100', body: ${evil} })`);
  await done(`await platform.queues.get(${evil})`);
  await done(`await new Promise(() => {}) /* ${ALL.replace(/[\r\n\u2028\u2029]/g, ' ')} */ &`);
  await done(`throw Object.assign(new Error(${evil}, { cause: new Error(${evil}) }), { name: ${evil} })`);
}, 60_000);
afterAll(async () => {
  Reflect.deleteProperty(globalThis, 'list');
  await bench.close();
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

/** Runs an input until it ends or waits in the background. */
const done = (source: string) => bench.run(source);

/** The text that an input adds to the screen. */
async function screenOf(source: string): Promise<string> {
  const events: SessionEvent[] = [];
  const stop = bench.log.follow((event) => events.push(event));
  await bench.run(source);
  stop();
  let screen = '';
  const scrollback = new Scrollback(
    (text) => {
      screen += text;
    },
    () => ({ ...LOOK, framesOf: bench.framesOf, adviceOn: bench.adviceOn }),
  );
  // An input is shown with its line breaks.
  for (const event of events) if (event.kind !== 'input') scrollback.show(event);
  scrollback.flush();
  return screen;
}

/** Not run: `.exit` ends the session, and the others send requests to the platform. */
const NOT_RUN = new Set(['.exit', '.mode', '.profile']);

it('begins with hostile names everywhere', async () => {
  const failed = bench.log.events.flatMap((event) => (event.kind === 'error' ? [event.input] : []));
  // The request for a hostile id is refused before it is sent, and the last input throws.
  expect(failed).toEqual([6, 8]);
  expect((await bench.complete('agent.call_tool("', 17)).items.map(({ text }) => text)).toEqual(['evil']);
});

const attacked = commands.flatMap((one) => (NOT_RUN.has(one.name) ? [] : [[one.name, one] as const]));

describe.each(sampled(attacked, (_, index) => index === 0))('%s in a session with hostile names', (name, command) => {
  it('writes no control sequences for any argument', { timeout: 60_000 }, async () => {
    const forms = (await formsOf(command)).map(([usage]) => usage.split(/[\s[\]|]+/)[0] ?? '');
    const given = ['', ...forms, 'evil', 'list', 'evil.plain', '1', '2', ALL, ...HOSTILE];
    for (const words of given) {
      const screen = await screenOf(`${name} ${words.replace(/\n/g, ' ')}`.trim());
      expect(dangersIn(screen, { colour: true, mayBreakLines: true }), `${name} ${words}`).toEqual([]);
    }
  });
});

describe('completion in a session with hostile names', () => {
  const typed = [
    '',
    'evil.',
    "evil['",
    'list[0].',
    'platform.queues.get("',
    "agent.call_tool('",
    "agent.add_skill('",
    "agent.add_skill('evil', {",
    "agent.call_tool('evil', {",
    ...commands.map(({ name }) => `${name} `),
    '.help evil',
    '.jobs stop ',
    '.skills ev',
  ];
  it.each(typed)('offers what cannot drive the terminal after %j', async (source) => {
    const { from, to, items, call } = await bench.complete(source, source.length);
    const popup = popupOf({ text: source, cursor: source.length } as never, { from, to, items, ...(call && { call }) });
    if (!popup) return;
    for (const selected of [-1, ...popup.items.slice(0, 50).keys()]) {
      const picture = popupPicture({ ...popup, selected }, { columns: 60, maxRows: 10, under: 4 });
      const rows = [...picture.head.flatMap(Object.values), ...picture.rows.flatMap(Object.values), ...picture.footer];
      expect(rows.flatMap((text) => dangersIn(String(text)))).toEqual([]);
    }
  });
});

describe.each(HOSTILE)('the live area with %j', (evil) => {
  it('shows an input, a found input or a question that cannot drive the terminal', () => {
    const laid = layOut(
      { text: evil, cursor: 0 },
      { columns: 40, maxRows: 9, ...promptLeads({ kind: 'sandbox' }, 40), runs: highlighted(evil, 0) },
    );
    for (const { text, lead, runs } of laid.rows)
      expect(
        [text, lead, ...runs.map((run) => run.text)].flatMap((one) => dangersIn(one, { mayBreakLines: true })),
      ).toEqual([]);
  });

  it('has a prompt and a header that cannot drive the terminal', () => {
    const { first, more } = promptLeads({ kind: 'live', space: evil }, 400);
    const replay = promptLeads({ kind: 'replay', file: `/tmp/${evil}` }, 400);
    const header = headerText([`x${evil}`], { columns: 60, colour: false });
    expect(dangersIn([first, more, replay.first].join(' '))).toEqual([]);
    expect(dangersIn(header, { mayBreakLines: true })).toEqual([]);
  });

  it('has a line under a request that cannot drive the terminal', () => {
    let screen = '';
    const scrollback = new Scrollback(
      (text) => (screen += text),
      () => LOOK,
    );
    const exchange = { method: evil, url: `http://h/${evil}`, ms: 1, fault: evil };
    scrollback.show({ kind: 'http', input: 1, exchange });
    scrollback.show({ kind: 'output', input: 1, value: undefined, ms: 1 });
    scrollback.flush();
    expect(dangersIn(screen, { colour: true })).toEqual([]);
    expect(eventText({ kind: 'http', exchange }, LOOK)).toBeUndefined();
  });
});

const skill = (evil: string) => `import { SkillBase, type ParameterSchema } from 'patchbay/skills';
export class Evil extends SkillBase {
  static override SKILL_NAME = 'evil';
  static override SKILL_DESCRIPTION = ${evil};
  static override SKILL_VERSION = '1.0.0';
  static override PARAMETERS: ParameterSchema = { [${evil}]: { type: 'string', description: ${evil}, default: ${evil} } };
  setup() { return true; }
  register_tools(): void {
    const parameters = { [${evil}]: { type: 'string', description: ${evil} } };
    this.define_tool({ name: 'evil', description: ${evil}, parameters, handler: () => ${evil} });
  }
}
`;
