import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { ringAll } from '../../src/commands/runs/ring-all.js';
import { newSandbox } from '../../src/sandbox/index.js';
import type { RingOptions } from '../../src/sandbox.js';
import { showText } from '../../src/show/index.js';

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ring-all-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

interface Result {
  readonly callers: readonly { readonly caller: string; readonly added: number }[];
  readonly calls: number;
  readonly isLimited: boolean;
  readonly steps: number;
  readonly unreached: readonly { readonly at: string; readonly line: number; readonly file: string }[];
  readonly problems: readonly string[];
}

async function all(document: string, options: RingOptions = {}): Promise<Result> {
  const sandbox = newSandbox();
  const { shown } = await ringAll(sandbox, document, options, { json: true, progress() {} });
  await sandbox.close();
  return JSON.parse(String(shown));
}

const MENU = `sections:
  main:
    - label: menu
    - prompt: { play: "say:Press 1 for sales.", max_digits: 1 }
    - switch:
        variable: prompt_value
        case:
          "1":
            - prompt: { play: "say:Press 4 for today.", max_digits: 1 }
            - cond:
                - when: "prompt_value == '4'"
                  then: [{ connect: { to: "+15035550100", result: { case: { connected: [hangup] }, default: [{ play: "say:Nobody answers." }] } } }]
                - else: [{ play: "say:Later." }]
        default: [{ goto: { label: menu, max: 2 } }]
    - cond: [{ when: "call.direction == 'outbound'", then: [{ play: "say:never" }] }]
`;

describe('ring --all', () => {
  it('reaches each branch, and lists the steps that no call reaches', async () => {
    const { callers, steps, unreached, problems } = await all(join(folderOf({ 'menu.yaml': MENU }), 'menu.yaml'));
    expect(callers.map(({ caller, added }) => [caller, added])).toEqual([
      ['silence', 5],
      ['1', 3],
      ['1, 4', 2],
      ['1, 4; +15035550100: busy', 1],
    ]);
    expect([steps, unreached.map(({ at, line }) => [at, line])]).toEqual([12, [['main[3].cond[0].then[0]', 15]]]);
    expect(problems).toEqual([]);
  });

  it('keeps what the options decide', async () => {
    const answers = { '+15035550100': { outcome: 'busy' } } as const;
    const { unreached } = await all(join(folderOf({ 'menu.yaml': MENU }), 'menu.yaml'), { answers });
    expect(unreached.map(({ at }) => at)).toContain(
      'main[2].switch.case.1[1].cond[0].then[0].connect.result.case.connected[0]',
    );
  });

  it('counts the steps of each document of a folder, and takes digits from replies.yaml', async () => {
    const folder = folderOf({
      'main.xml': '<Response><Gather numDigits="1" action="/choice"><Say>Press</Say></Gather><Say>Bye</Say></Response>',
      'sales.xml': '<Response><Say>Sales</Say><Dial>+15035550100</Dial></Response>',
      'unused.xml': '<Response><Say>Nobody</Say></Response>',
      'replies.yaml': `replies:
  - { url: /choice, when: { Digits: "7" }, text: '<Response><Redirect>sales.xml</Redirect></Response>' }
  - { url: /choice, text: '<Response><Hangup/></Response>' }
`,
    });
    const { callers, steps, unreached } = await all(folder);
    expect(callers.map(({ caller }) => caller)).toEqual(['silence', '7']);
    expect([steps, unreached.map(({ file, at }) => [file.slice(folder.length + 1), at])]).toEqual([
      6,
      [['unused.xml', 'Say[0]']],
    ]);
  });

  it('lets a called party accept and refuse what it is asked', async () => {
    const confirm = `sections:
  main:
    - connect:
        to: "+15035550100"
        confirm:
          - prompt: { play: "say:Press 1 to accept.", max_digits: 1 }
          - switch: { variable: prompt_value, case: { "1": [{ play: "say:Thank you." }] }, default: [hangup] }
`;
    expect((await all(join(folderOf({ 'a.yaml': confirm }), 'a.yaml'))).unreached).toEqual([]);
  });

  it('collects the problems of all calls once', async () => {
    const text =
      'sections: { main: [{ prompt: { play: "say:1" } }, { switch: { variable: prompt_value, case: { "1": [hangup] } } }] }';
    const { problems } = await all(join(folderOf({ 'a.yaml': text }), 'a.yaml'));
    expect(problems).toEqual([
      expect.stringMatching(/a\.yaml:1:\d+: main\[1\]: no case for prompt_value = ""/),
      expect.stringMatching(/a\.yaml:1:\d+: main\[1\]: no case for prompt_value = "9"/),
    ]);
  });

  it('stops after a limited number of calls', async () => {
    const steps = Array.from(
      { length: 40 },
      (_, i) =>
        `    - prompt: { play: "say:${i}", max_digits: 2 }\n    - cond: [{ when: "prompt_value == '${i}'", then: [{ play: "say:x" }] }]\n`,
    );
    const { calls, isLimited } = await all(
      join(folderOf({ 'a.yaml': `sections:\n  main:\n${steps.join('')}` }), 'a.yaml'),
    );
    expect([calls, isLimited]).toEqual([300, true]);
  });

  it('is shown at the prompt in 40 columns, and refuses digits', async () => {
    const folder = folderOf({ 'menu.yaml': MENU });
    const bench = createBench({ directory: folder });
    onTestFinished(() => bench.close());
    const outcome = await bench.run(`.sandbox ring --document ${join(folder, 'menu.yaml')} --all`);
    const shown = outcome.ok ? showText(outcome.value, { columns: 40 }) : '';
    expect(shown.replace(/\s+/g, ' ')).toMatch(/11 of 12 steps reached in \d+ calls.*Never reached/);
    expect(shown.split('\n').filter((line) => line.length > 39 && !line.includes(folder))).toEqual([]);
    const refused = await bench.run(`.sandbox ring --document ${join(folder, 'menu.yaml')} --all --digits 1`);
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining('generates the callers') } });
  });
});
