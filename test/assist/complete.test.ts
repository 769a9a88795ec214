// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test contains templates
import { describe, expect, it } from 'vitest';
import { complete, SeenIds } from '../../src/assist/index.js';
import { argumentNames, isRow, operations, type Row, walkRows } from '../../src/client/index.js';
import { sessionWith } from './support/session.js';

let getterRan = false;
const user = {
  plain: 1,
  get trap() {
    getterRan = true;
    return 2;
  },
};
const session = sessionWith({ user });
const offers = async (source: string) => (await complete(source, source.length, session)).items.map(({ text }) => text);

describe('completion of operations and their arguments', () => {
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
      const keys = await offers(`platform.${name}(${[...argumentNames(row).map(() => 'x, '), '{ '].join('')}`);
      expect(keys.slice(0, Object.keys(row.needs).length)).toEqual(Object.keys(row.needs));
      expect(keys).toEqual(expect.arrayContaining(Object.keys(row.takes)));
    },
  );

  it.each([
    ["platform.calling.play(id, { play: [{ type: '", ['audio', 'tts', 'silence', 'ringtone']],
    ["platform.calling.play(id, { play: [{ type: 'tts', params: { ", ['text', 'language', 'gender', 'voice']],
    ["platform.calling.play(id, { play: [{ type: 'tts', params: { text: 'a', gender: '", ['male', 'female']],
    ["platform.phone_numbers.set_call_flow(id, 'f', { version: '", ['working_copy', 'current_deployed']],
    [
      "platform.calling.play(id, { play: [{ type: 'tts', params: { text: 'a', gender: 'male' } }, { type: 'a",
      ['audio'],
    ],
    ["agent.add_skill('", ['weather']],
    ["agent.add_skill('weather', { ", ['api_key', 'unit']],
    ["agent.add_skill('weather', { api_key: 'k', unit: '", ['celsius', 'fahrenheit']],
    ["agent.call_tool('get_weather', { ", ['place', 'days']],
    ["agent.remove_skill('", ['weather']],
    ["const f = readFileSync('st", ['story.ts']],
    ["import { f } from './st", []],
    ["import fs from 'node:fs/pr", ['node:fs/promises']],
    ["use({ replay: 'n", ['notes.md']],
    ["'a' + 'n", []],
    ['platform.with({ retries: 1, t', ['timeout_ms']],
    ["agent.call_tool('", ['get_weather']],
    ['`${platform.que', ['queues']],
    ["f(`${a}`, agent.remove_skill('", ['weather']],
    ['/"/.test(platform.que', ['queues']],
    ['x! / platform.que', ['queues']],
    ['`${a} platform.que', []],
    ["agent.add_skill('weather', { unit: `${plat", ['platform']],
    ['.h', ['.help']],
    ['user.', ['plain', 'trap']],
    ['platform.queues.get(id).', []],
    ['// platform.', []],
    ["'platform.", []],
  ])('offers after %j just %j', async (source, expected) => {
    expect(await offers(source)).toEqual(expected);
  });

  it('explains an argument without known values, and offers only variables that fit before the first letter', async () => {
    const play = 'platform.calling.play(';
    expect(await offers(play)).toEqual([]);
    expect(await offers(`${play}pla`)).toEqual(['platform']);
    expect((await complete(play, play.length, session)).call?.doc).toContain('call_id: ');
    expect(await offers('f(')).toContain('platform');
  });

  it.each([
    ['platform.calling.play(', ['call']],
    ["platform.calling.play('id', { volume: ", ['count']],
    ["platform.calling.play('id', { play: ", ['[{ type: ', '[{ params: ', 'list']],
    ['platform.queues.create({ name: ', ['call']],
  ])('offers no variable of another type after %j', async (source, expected) => {
    const scope = { call: 'c-1', count: 3, list: [], shape: {}, _: 'latest', _err: 'oops', f: () => {} };
    const typed = sessionWith(scope, { isDeclared: (name) => name !== '_err' && Object.hasOwn(scope, name) });
    expect((await complete(source, source.length, typed)).items.map(({ text }) => text)).toEqual(expected);
  });

  it.each([
    ['nan', ['NaN']],
    ['nbr', []],
    ['let {id, na', []],
    ['const { na', []],
    ['rows.map(({ na', []],
    ['const pla', []],
    ['(row) => ro', ['row']],
  ])('offers no similar global name after %j', async (source, expected) => {
    expect(await offers(source)).toEqual(expected);
  });
});

describe('completion of skills, objects and signatures', () => {
  it('offers skills and tools sorted by name', async () => {
    const named = (name: string) => ({ name, description: '', parameters: {}, tools: [] });
    const tool = (name: string) => ({ name, description: '', parameters: { properties: {} } });
    const more = sessionWith({}, { skills: async () => ['b', 'a', 'c'].map(named), tools: () => ['y', 'x'].map(tool) });
    for (const [source, wanted] of [
      ["agent.add_skill('", 'a b c'],
      ["agent.call_tool('", 'x y'],
    ] as const)
      expect((await complete(source, source.length, more)).items.map(({ text }) => text).join(' ')).toBe(wanted);
  });

  it('does not offer a key twice', async () => {
    expect(await offers('platform.queues.create({ name: 1, ')).toEqual(['max_size']);
  });

  it('adds quotes to an enum value outside a string', async () => {
    expect((await offers('platform.phone_numbers.update(id, { call_handler: '))[0]).toBe("'relay_script'");
  });

  it('starts an object, and a list of objects, with the required keys', async () => {
    expect((await offers('platform.calling.play(id, '))[0]).toBe('{ play: ');
    expect((await offers('platform.calling.play(id, { play: '))[0]).toBe('[{ type: ');
    expect((await offers('platform.calling.play(id, { play: ['))[0]).toBe('{ type: ');
    expect((await offers("agent.add_skill('weather', "))[0]).toBe('{ api_key: ');
  });

  it('shows the signature of the call and the meaning of the argument', async () => {
    const at = async (source: string) => (await complete(source, source.length, session)).call;
    expect(await at("platform.queues.get('")).toEqual({
      text: 'queues.get(queue_id)',
      doc: 'queue_id: the id of a queue; run await platform.queues.list() to list them',
    });
    expect(await at('platform.calling.play(id, { volume: ')).toMatchObject({
      text: 'calling.play(call_id, { play, control_id?, status_url?, volume?, … })',
      doc: expect.stringMatching(/^volume: number/),
    });
    expect(await at('f(')).toBeUndefined();
  });

  it.each([
    [
      "platform.calling.play(id, { play: [{ type: 'tts', params: { ",
      {
        text: 'calling.play … play[].params: { text, language?, gender?, voice? }',
        doc: 'required: text: string',
      },
    ],
    [
      'platform.calling.play(id, { play: [{ ',
      {
        text: 'calling.play … play[]: { type, params }',
        doc: 'required: type: audio | tts | silence | ringtone; params: object',
      },
    ],
  ])('shows the signature of the nested object after %j', async (source, expected) => {
    expect((await complete(source, source.length, session)).call).toEqual(expected);
  });

  it('offers the preloaded names first on an empty line', async () => {
    const names = () => ['mine', 'agent', 'sandbox', 'platform', 'registry'];
    const line = await complete('', 0, sessionWith({}, { names }));
    expect(line.items.slice(0, 5).map(({ text }) => text)).toEqual([
      'platform',
      'agent',
      'registry',
      'sandbox',
      'mine',
    ]);
  });

  it('shows the parameters and tools of a skill', async () => {
    const [item] = (await complete("agent.add_skill('we", 19, session)).items;
    expect(item).toEqual({
      text: 'weather',
      kind: 'value',
      detail: '{ api_key, unit? }',
      doc: 'Reports the weather. Tools: get_weather.',
    });
  });

  it('replaces only the word under the cursor', async () => {
    expect(await complete('1 + platform.que + 2', 16, session)).toMatchObject({ from: 13, to: 16 });
  });

  it('matches letters inside a name when no name starts with them', async () => {
    expect(await offers('platform.phone_numbers.swml')).toEqual(['set_swml_webhook']);
  });

  it('offers the members of a function before those that each function has', async () => {
    const show = Object.assign(() => {}, { table: () => {} });
    const found = (await complete('show.', 5, sessionWith({ show }))).items.map(({ text }) => text);
    expect(found[0]).toBe('table');
    expect(found).toContain('apply');
  });

  it('never runs a getter', async () => {
    await offers('user.trap.');
    expect(getterRan).toBe(false);
  });
});

describe('ids', () => {
  const row = (name: string) => [...walkRows(operations)].find(([own]) => own === name)?.[1] as Row;
  const seen = new SeenIds();
  seen.learn(row('queues.list'), { data: [{ id: 'q-new', friendly_name: 'sales' }, { id: 'q-old' }], links: {} });
  seen.learn(row('phone_numbers.get'), { id: 'n-1', number: '+12065550100', call_ai_agent_id: 'a-1' });
  seen.learn(row('registry.brands.list_campaigns'), { data: [{ id: 'c-1' }], links: {} });
  const queue = { id: 'q-old' };
  const itemsFor = async (source: string, scope: Record<string, unknown> = {}) =>
    (await complete(source, source.length, sessionWith(scope, { seen }))).items;
  const texts = async (source: string, scope?: Record<string, unknown>) =>
    (await itemsFor(source, scope)).map(({ text }) => text);

  it('are offered where their type fits, newest first, with the name of the resource', async () => {
    expect(await itemsFor("platform.queues.get('")).toEqual([
      { text: 'q-new', kind: 'value', detail: 'sales' },
      { text: 'q-old', kind: 'value' },
    ]);
    expect(await texts("platform.phone_numbers.get('")).toEqual(['n-1']);
    expect(await texts("platform.registry.campaigns.get('")).toEqual(['c-1']);
    expect(await texts("platform.fabric.ai_agents.get('")).toEqual([]);
  });
  it('show the name of the resource, with any characters', async () => {
    const strange = new SeenIds();
    const name = '\x1b[31mred\u202e, "sales" & co.';
    strange.learn(row('queues.list'), {
      data: [
        { id: 'q-1', friendly_name: name },
        { id: 'q-2', name: '\x1b' },
      ],
      links: {},
    });
    const source = "platform.queues.get('";
    expect((await complete(source, source.length, sessionWith({}, { seen: strange }))).items).toEqual([
      { text: 'q-1', kind: 'value', detail: name },
      { text: 'q-2', kind: 'value' },
    ]);
  });
  it('match the name of the field that contained them', async () => {
    expect(await texts("platform.phone_numbers.set_ai_agent('n-1', '")).toEqual(['a-1']);
  });
  it('include phone numbers where a number is expected', async () => {
    expect(await texts("platform.calling.dial({ from: '")).toEqual(['+12065550100']);
  });
  it('get quotes outside a string', async () => {
    expect((await texts('platform.queues.get('))[0]).toBe("'q-new'");
  });
  it('are found in variables', async () => {
    const list = { data: [{ id: 'q-new' }] };
    expect(
      (await texts('platform.queues.get(', { queue, list, other: { id: 'n-1' }, text: 'q-old' })).slice(2, 5),
    ).toEqual(['queue.id', 'list.data[0].id', 'text']);
  });
});

it('has no namespace without members', () => {
  for (const node of Object.values(operations)) expect(isRow(node as never) || Object.keys(node).length > 0).toBe(true);
});
