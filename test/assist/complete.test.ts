import { describe, expect, it } from 'vitest';
import { complete, type Session } from '../../src/assist/index.js';
import { isRow, operations, walkRows, wordsOf } from '../../src/client/index.js';

let getterRan = false;
const user = {
  plain: 1,
  get trap() {
    getterRan = true;
    return 2;
  },
};
const session: Session = {
  names: () => ['platform', 'agent', 'user'],
  peek: (name) => (name === 'user' ? { value: user } : undefined),
  skills: async () => [{ text: 'datetime', kind: 'value' }],
  tools: () => [{ text: 'get_current_time', kind: 'value' }],
  commands: [{ text: '.help', kind: 'command' }],
  command: async (line) => (line.startsWith('.mode') ? [{ text: 'sandbox', kind: 'value' }] : []),
};
const offers = async (source: string) => (await complete(source, source.length, session)).items.map(({ text }) => text);

describe('completion', () => {
  it.each([...walkRows(operations)].map(([name]) => name))('offers %s after its namespace', async (name) => {
    const dot = name.lastIndexOf('.') + 1;
    expect(await offers(`await platform.${name.slice(0, dot)}`)).toContain(name.slice(dot));
    expect(await offers(`await platform.${name}`)).toContain(name.slice(dot));
    expect(await offers(`platform.dry.${name}`)).toContain(name.slice(dot));
  });

  it('offers all 37 call commands', async () => {
    expect(await offers('platform.calling.')).toHaveLength(37);
  });

  it.each([...walkRows(operations)].filter(([, row]) => row.free).map(([name, row]) => [name, row] as const))(
    'offers the fields of %s, the required ones first',
    async (name, row) => {
      const keys = await offers(`platform.${name}(${[...wordsOf(row).map(() => 'x, '), '{ '].join('')}`);
      expect(keys.slice(0, Object.keys(row.needs).length)).toEqual(Object.keys(row.needs));
      expect(keys).toEqual(expect.arrayContaining(Object.keys(row.takes)));
    },
  );

  it.each([
    ["platform.calling.play(id, { play: [{ type: '", ['audio', 'tts', 'silence', 'ringtone']],
    ["platform.calling.play(id, { play: [{ type: 'tts', params: { ", ['text', 'language', 'gender', 'voice']],
    ["platform.calling.play(id, { play: [{ type: 'tts', params: { text: 'a', gender: '", ['male', 'female']],
    ["platform.phone_numbers.set_call_flow(id, 'f', { version: '", ['working_copy', 'current_deployed']],
    ["agent.add_skill('", ['datetime']],
    ['platform.with({ retries: 1, t', ['timeout_ms']],
    ["agent.call_tool('", ['get_current_time']],
    ['.h', ['.help']],
    ['user.', ['plain', 'trap']],
    ['platform.queues.get(id).', []],
    ['// platform.', []],
    ["'platform.", []],
  ])('offers after %j just %j', async (source, expected) => {
    expect(await offers(source)).toEqual(expected);
  });

  it('does not offer a key twice', async () => {
    expect(await offers('platform.queues.create({ name: 1, ')).toEqual(['max_size']);
  });

  it('quotes an enum value that is written outside a string', async () => {
    expect((await offers('platform.phone_numbers.update(id, { call_handler: '))[0]).toBe("'relay_script'");
  });

  it('replaces the word under the cursor and nothing else', async () => {
    expect(await complete('1 + platform.que + 2', 16, session)).toMatchObject({ from: 13, to: 16 });
  });

  it('finds a name by letters out of its middle when none begins so', async () => {
    expect(await offers('platform.phone_numbers.swml')).toEqual(['set_swml_webhook']);
  });

  it('never runs a getter', async () => {
    await offers('user.trap.');
    expect(getterRan).toBe(false);
  });
});

it('has no namespace without members', () => {
  for (const node of Object.values(operations)) expect(isRow(node as never) || Object.keys(node).length > 0).toBe(true);
});
