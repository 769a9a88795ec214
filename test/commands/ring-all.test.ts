import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Bench, createBench } from '../../src/bench/index.js';
import { ringAll } from '../../src/commands/runs/ring-all.js';
import { rungFolder } from '../../src/commands/runs/rung-documents.js';
import { newSandbox } from '../../src/sandbox/index.js';
import type { RingOptions } from '../../src/sandbox.js';
import { showText } from '../../src/show/index.js';

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ring-all-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function callsIn(bench: Bench): Promise<number> {
  const outcome = await bench.run('sandbox.calls().length');
  return outcome.ok ? Number(outcome.value) : -1;
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
  const rung = await rungFolder(sandbox, document);
  const { shown } = await ringAll(sandbox, rung, options, { json: true, progress() {} });
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
});

describe('ring --all generates callers and parties', () => {
  it('lets one party after the other be busy', async () => {
    const serial = `sections:
  main:
    - connect:
        serial: [{ to: "+15035550100" }, { to: "+15035550101" }, { to: "+15035550102" }]
        result: { case: { connected: [hangup] }, default: [{ play: "say:All are busy." }] }
`;
    const parallel = `<Response><Dial action="/done"><Number>+15035550100</Number><Number>+15035550101</Number></Dial></Response>`;
    const done = `replies:
  - { url: /done, when: { DialCallStatus: completed }, text: '<Response><Hangup/></Response>' }
  - { url: /done, text: '<Response><Redirect>busy.xml</Redirect></Response>' }
`;
    expect((await all(join(folderOf({ 'a.yaml': serial }), 'a.yaml'))).unreached).toEqual([]);
    const busy = '<Response><Say>All are busy.</Say></Response>';
    expect((await all(folderOf({ 'main.xml': parallel, 'busy.xml': busy, 'replies.yaml': done }))).unreached).toEqual(
      [],
    );
  });

  it('lets an agent take a call from a queue, remove it, and not come', async () => {
    const queue = `sections:
  main:
    - enter_queue: { queue_name: sales, transfer_after_bridge: rated, wait_time: 60 }
    - switch:
        variable: queue_result
        case:
          timeout: [{ play: "say:No agent is there." }]
          leaving: [{ play: "say:You left the queue." }]
  rated: [{ play: "say:Please rate the call." }]
`;
    const { callers, unreached } = await all(join(folderOf({ 'a.yaml': queue }), 'a.yaml'));
    expect([callers.map(({ caller }) => caller), unreached]).toEqual([
      ['silence', 'silence; enter_queue: connected', 'silence; enter_queue: leaving'],
      [],
    ]);
    const xml = `<Response><Enqueue action="/left">sales</Enqueue></Response>`;
    const left = `replies: [{ url: /left, when: { QueueResult: redirected }, text: '<Response><Redirect>sorry.xml</Redirect></Response>' }]`;
    const sorry = '<Response><Say>Sorry.</Say></Response>';
    const folder = folderOf({ 'main.xml': xml, 'sorry.xml': sorry, 'replies.yaml': left });
    expect((await all(folder)).unreached).toEqual([]);
  });

  it('lets an agent find a caller in a queue, and find no one', async () => {
    const agent = `sections:
  main:
    - connect:
        to: "queue:sales"
        timeout: 10
        transfer_after_bridge: done
        result: { case: { failed: [{ play: "say:No one waits." }] } }
  done: [{ play: "say:The call is over." }]
`;
    const { callers, unreached } = await all(join(folderOf({ 'a.yaml': agent }), 'a.yaml'));
    expect(unreached).toEqual([]);
    expect(callers.map(({ caller }) => caller)).toContain('silence; a caller waits in the queue sales');
    const xml = '<Response><Dial action="/done" timeout="10"><Queue>vip</Queue></Dial></Response>';
    const replies = `replies:
  - { url: /done, when: { DialCallStatus: completed }, text: '<Response><Redirect>done.xml</Redirect></Response>' }
  - { url: /done, text: '<Response><Redirect>empty.xml</Redirect></Response>' }
`;
    const say = '<Response><Say>Hello</Say></Response>';
    const folder = folderOf({ 'main.xml': xml, 'done.xml': say, 'empty.xml': say, 'replies.yaml': replies });
    expect((await all(folder)).unreached).toEqual([]);
  });

  it('tries each scripted reply to a request', async () => {
    const main = `sections:
  main:
    - request: { url: "https://crm.example.com/customer", method: GET, save_variables: true }
    - cond:
        - { when: "request_response_code == 503", then: [{ play: "say:Try later." }] }
        - { when: "request_response.level == 'gold'", then: [{ play: "say:Gold." }] }
        - { when: "request_response.level == 'plain'", then: [{ play: "say:Plain." }] }
`;
    const replies = `replies:
  - { url: https://crm.example.com/*, json: { level: plain } }
  - { url: https://crm.example.com/customer, json: { level: gold } }
  - { url: https://crm.example.com/customer, status: 503 }
`;
    const { callers, unreached } = await all(folderOf({ 'main.yaml': main, 'replies.yaml': replies }));
    expect([callers.map(({ caller }) => caller), unreached]).toEqual([
      [
        'silence',
        'silence; reply 2, https://crm.example.com/customer',
        'silence; reply 3, https://crm.example.com/customer',
      ],
      [],
    ]);
  });

  it('rings a number with the documents that its calls run, and leaves the session alone', async () => {
    const bench = createBench({ directory: folderOf({}) });
    onTestFinished(() => bench.close());
    const before = await callsIn(bench);
    const outcome = await bench.run('.sandbox ring +12065550100 --all --json');
    const { callers, steps, unreached } = JSON.parse(outcome.ok ? String(outcome.value) : '{}') as Result;
    expect([callers.length > 2, steps > 5, unreached, await callsIn(bench)]).toEqual([true, true, [], before]);
    const nowhere = await bench.run('.sandbox ring +14155550120 --all');
    expect(nowhere).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('a number with a document') },
    });
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
