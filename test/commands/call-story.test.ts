import stringWidth from 'string-width';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pictureOf } from '../../src/assist/index.js';
import { callStory, storySheet } from '../../src/commands/index.js';
import { storyDifference } from '../../src/commands/runs/story-difference.js';
import { newSandbox, type Ring, type Sandbox } from '../../src/sandbox/index.js';
import { Sheet, showSheet } from '../../src/show/sheet.js';

const LONG = `https://shop.example.com/callbacks/${'long-path/'.repeat(20)}status`;
const MENU = [
  { label: 'menu' },
  { prompt: { play: 'say:Press 1 for sales.', max_digits: 1, initial_timeout: 5 } },
  { switch: { variable: 'prompt_value', case: { '1': ['hangup'] }, default: [{ goto: { label: 'menu', max: 20 } }] } },
  { play: { url: 'say:Goodbye.', status_url: LONG } },
];

/** Rings a number whose document has these steps. The server of the callbacks answers 500. */
async function rung(main: readonly unknown[]): Promise<{ call: Ring; sandbox: Sandbox }> {
  const sandbox = newSandbox();
  onTestFinished(() => sandbox.close());
  const { phone_numbers, fabric } = sandbox.client();
  const { swml_script } = await fabric.swml_scripts.create({ name: 'Menu', contents: { sections: { main } } });
  const [number] = (await phone_numbers.list()).data;
  const { request_url } = swml_script as { request_url: string };
  await phone_numbers.set_swml_webhook(String(number?.id), request_url);
  sandbox.webhooks.answerFrom({ send: async () => ({ status: 500, headers: {}, body: Buffer.from('') }) });
  return { call: await sandbox.ring(String(number?.number)), sandbox };
}

const shown = (sheet: Parameters<typeof showSheet>[0], columns: number) => showSheet(sheet, { columns, colour: false });

describe('the story of a call on the screen', () => {
  it('shows the equal rounds of a loop once, with their number and the end, and keeps all steps', async () => {
    const { call, sandbox } = await rung(MENU);
    expect(call.steps.filter(({ verb }) => verb === 'prompt')).toHaveLength(21);
    const text = shown(callStory(call), 120);
    expect(text.match(/plays say:Press 1/g)).toHaveLength(2);
    const end = call.steps.at(-1)?.time;
    expect(text).toMatch(/the 4 steps above repeat \d+ times, until [\d.]+ s/);
    expect(text.split('\n').length).toBeLessThan(call.steps.length / 2);
    expect(text).toContain(`${end} s  main[3]`);
    const story = sandbox.story(call.call_id);
    expect([story.steps.length, shown(storySheet(story), 120)]).toEqual([
      call.steps.length,
      expect.stringMatching(/the 4 steps above repeat \d+ times/),
    ]);
    for (const value of [call, story]) expect(JSON.stringify(pictureOf(value))).toMatch(/the 4 steps above repeat/);
  });

  it('compares two loops as one round', async () => {
    const [before, after] = await Promise.all([
      rung(MENU),
      rung(JSON.parse(JSON.stringify(MENU).replace('Press 1', 'Press one'))),
    ]);
    const difference = storyDifference(before.call, after.call) ?? [];
    expect(difference.filter((line) => line.includes('Press one')).length).toBeLessThan(3);
  });

  it('shows when each callback was sent, and one that failed as a problem', async () => {
    const { call } = await rung(MENU);
    const [callback] = call.webhooks;
    expect(callback?.time).toBe(call.steps.at(-1)?.time);
    expect(shown(callStory(call), 200)).toContain(`${callback?.time} s  calling.call.play`);
    expect(JSON.stringify(pictureOf(call))).toContain('"title":"calling.call.play"');
    expect(call.problems).toContainEqual(
      expect.stringMatching(/^the callback calling\.call\.play failed: .* tried 3 times$/),
    );
  });

  it.each([40, 80, 200])('keeps a long URL in its column in %i columns', async (columns) => {
    const { call } = await rung(MENU);
    const lines = shown(callStory(call), columns).split('\n');
    expect(lines.filter((line) => stringWidth(line) > columns - 1)).toEqual([]);
    const start = lines.findIndex((line) => line.includes('calling.call.play'));
    const begins = lines.slice(start + 1, start + 4).map((line) => line.search(/\S/));
    expect([new Set(begins).size, lines.map((line) => line.trim()).join('')]).toEqual([
      1,
      expect.stringContaining(LONG),
    ]);
  });
});

it('a difference keeps its marks and its indentation in narrow columns', () => {
  const lines = [
    '  a line that is the same in both stories',
    '+ a line that is new in the second story',
    'a problem of the call that is long',
  ];
  const text = shown(new Sheet([{ lines, of: 'words' }]), 30);
  expect(text.split('\n')).toEqual([
    '    a line that is the same',
    '    in both stories',
    '  + a line that is new in the',
    '    second story',
    '  a problem of the call that',
    '  is long',
  ]);
});

it('a callback that failed is a problem of a cast', async () => {
  const sandbox = newSandbox({ empty: true });
  onTestFinished(() => sandbox.close());
  const status_url = 'https://shop.example.com/status';
  const document = { sections: { main: [{ play: { url: 'say:Hello', status_url } }] } };
  const { failures } = await sandbox.cast({
    callers: { ann: { document } },
    replies: [{ url: status_url, status: 503 }],
  });
  expect(failures).toEqual([
    `ann: the callback calling.call.play failed: POST ${status_url} answered 503, tried 3 times`,
  ]);
});
