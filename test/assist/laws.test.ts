import { describe, expect, it } from 'vitest';
import { scopeMembers } from '../../src/assist/complete/from-scope.js';
import { complete } from '../../src/assist/index.js';
import { PRELOADED } from '../../src/assist/inspect/preloaded.js';
import { createBench } from '../../src/bench/index.js';
import { type AnyField, argumentNames, type Fields, operations, type Row, walkRows } from '../../src/client/index.js';
import type { SkillRegistry } from '../../src/skills/index.js';
import { sessionWith } from './support/session.js';

const rows = [...walkRows(operations)];
const offers = async (source: string, session = sessionWith()) =>
  (await complete(source, source.length, session)).items.map(({ text }) => text);

/** Returns each enum field of a row: the source up to its value, and the allowed values. */
function* choicesIn(row: Row): Generator<[typed: string, values: string[]]> {
  const alternatives = row.variants?.length ? row.variants : [{ needs: {}, takes: {} }];
  for (const { needs, takes } of alternatives)
    yield* inObject({ ...row.needs, ...row.takes, ...needs, ...takes }, '{ ');
}

function* inObject(fields: Fields, typed: string): Generator<[string, string[]]> {
  const [tag] = Object.entries(fields).filter(
    ([name, { kind, values }]) => name === 'type' && kind === 'oneOf' && values?.length === 1,
  );
  const begun = tag ? `${typed}type: '${String(tag[1].values?.[0])}', ` : typed;
  for (const [name, field] of Object.entries(fields))
    yield* inField(field, `${name === tag?.[0] ? typed : begun}${name}: `);
}

function* inField(field: AnyField, typed: string): Generator<[string, string[]]> {
  if (typed.length > 300) return; // a shape that holds itself
  const texts = field.values?.filter((value): value is string => typeof value === 'string') ?? [];
  if (texts.length > 0) yield [`${typed}'`, texts];
  if (field.kind === 'either') for (const one of field.of ?? []) yield* inField(one, typed);
  if (field.kind === 'list') for (const one of field.of ?? []) yield* inField(one, `${typed}[`);
  if (field.kind === 'obj') yield* inObject({ ...field.needs, ...field.takes }, `${typed}{ `);
}

describe('every enum', () => {
  const withChoices = rows
    .map(([name, row]) => [name, row, [...choicesIn(row)]] as const)
    .filter(([, , all]) => all.length > 0);
  it('exists in the rows', () => {
    expect(withChoices.length).toBeGreaterThan(50);
  });
  it.each(withChoices)('of %s is offered with all its values', async (name, row, choices) => {
    const begin = `await platform.${name}(${argumentNames(row)
      .map(() => 'x, ')
      .join('')}`;
    for (const [typed, values] of choices)
      expect([typed, await offers(begin + typed)]).toEqual([typed, expect.arrayContaining(values)]);
  });
});

describe('every positional argument', () => {
  it.each(rows.filter(([, row]) => argumentNames(row).length > 0))('of %s is explained', async (name, row) => {
    for (const [index, word] of argumentNames(row).entries()) {
      const source = `platform.${name}(${'x, '.repeat(index)}`;
      const { call } = await complete(source, source.length, sessionWith());
      expect(call?.text).toContain(word);
      expect(call?.doc).toContain(`${word}: `);
    }
  });
});

describe('every skill', async () => {
  const bench = createBench();
  const registry = bench.globals.registry as SkillRegistry;
  const schemas = Object.entries(await registry.get_all_skills_schema());
  const offered = async (source: string) => (await bench.complete(source, source.length)).items;

  it('is offered by name with its tools', async () => {
    const items = await offered("await agent.add_skill('");
    expect(items.map(({ text }) => text).sort()).toEqual(schemas.map(([name]) => name).sort());
    expect(items.find(({ text }) => text === 'datetime')?.doc).toContain('get_current_time');
  });
  it.each(schemas)('offers all parameters of %s, required ones first', async (name, { parameters }) => {
    const keys = (await offered(`await agent.add_skill('${name}', { `)).map(({ text }) => text);
    expect([...keys].sort()).toEqual(Object.keys(parameters).sort());
    const firstOptional = keys.findIndex((key) => !parameters[key]?.required);
    expect(
      keys.slice(firstOptional < 0 ? keys.length : firstOptional).filter((key) => parameters[key]?.required),
    ).toEqual([]);
  });
});

/** Methods of an object of the user that only the sandbox calls. */
const INTERNAL: Readonly<Record<string, readonly string[]>> = {
  'sandbox.faults': ['next'],
  'sandbox.clock': ['reach', 'takeMove', 'tick'],
  sandbox: ['control', 'journalRecords', 'loadJournal', 'trial'],
};

describe('the table of preloaded objects', () => {
  // Some are created when they are first read.
  const globals: Readonly<Record<string, unknown>> = { ...createBench().globals };
  it.each(Object.entries(PRELOADED))('describes all members of %s', (path, { members }) => {
    let value: unknown = globals;
    for (const step of path.split('.')) value = (value as Record<string, unknown>)[step];
    const session = sessionWith(globals);
    const there = scopeMembers(path.split('.'), session);
    const internal = INTERNAL[path] ?? [];
    expect(Object.keys(members).sort()).toEqual(
      there
        .map(({ text }) => text)
        .filter((name) => !internal.includes(name))
        .sort(),
    );
    for (const { text, kind } of there)
      if (members[text])
        expect([text, kind]).toEqual([text, members[text].usage.includes('(') ? 'method' : 'property']);
  });
});

describe('no getter', () => {
  const ran: string[] = [];
  const trap = (name: string) => ({
    get() {
      ran.push(name);
      return { id: 'x', data: [{ id: 'x' }] };
    },
    enumerable: true,
    configurable: true,
  });
  const proxy = new Proxy({}, new Proxy({}, { get: (_, name) => () => void ran.push(`proxy ${String(name)}`) }));
  class Trapped {
    get inherited() {
      ran.push('inherited');
      return 1;
    }
  }
  const scope = Object.defineProperties(
    { proxy, trapped: new Trapped(), held: { proxy, list: [proxy] }, list: [proxy] },
    {
      getter: trap('getter'),
      held2: {
        value: Object.defineProperties({}, { id: trap('id'), data: trap('data'), queues: trap('queues') }),
        enumerable: true,
      },
    },
  );
  const session = sessionWith(scope);
  it.each([
    ...Object.keys(scope).flatMap((name) => [
      name,
      `${name}.`,
      `${name}.id.`,
      `${name}.data[0].`,
      `${name}.inherited.`,
      `${name}.queues.`,
      `${name}.queues.get('`,
    ]),
    'held.proxy.',
    'held.list[0].',
    'platform.queues.get(',
    'platform.calling.play(held2.id, { play: ',
    'platform.calling.play(id, { volume: ',
    "agent.add_skill('weather', { unit: ",
    '',
  ])('runs after %j', async (source) => {
    await offers(source, session);
    expect(ran).toEqual([]);
  });
});
