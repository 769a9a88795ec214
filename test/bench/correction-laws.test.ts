import { afterAll, describe, expect, it } from 'vitest';
import { exampleCall } from '../../src/assist/trial/example.js';
import { triedExample } from '../../src/assist/trial/tried-example.js';
import { createBench } from '../../src/bench/index.js';
import { argumentNames, operations, type Row, walkRows } from '../../src/client/index.js';
import { readCall } from '../../src/eval/index.js';
import type { Sandbox } from '../../src/sandbox/index.js';
import { asCode } from '../../src/util/index.js';
import { seeded } from '../support/random.js';
import { rotated } from '../support/rotation.js';

// The law over all rows: a correction differs from the input, keeps every value of the user, and reaches the same number.
const bench = createBench();
const sandbox = bench.globals.sandbox as Sandbox;
const start = sandbox.snapshot();
afterAll(() => bench.close());
await bench.run('const n = (await platform.phone_numbers.list()).data; const q = (await platform.queues.list()).data');
const number = await bench.run('n[0].id');

type Input = Readonly<Record<string, unknown>>;
interface Call {
  readonly args: readonly unknown[];
  readonly input: Input;
}

/** Returns the example of the help, with ids of the sandbox and valid fields where the sandbox has them. */
async function exampleOf(name: string, row: Row): Promise<Call> {
  const tried = examples.get(name) ?? triedExample(name, row, trial, OWN);
  examples.set(name, tried);
  const lines = (await tried)?.lines ?? exampleCall(name, row, OWN);
  const read = readCall(lines.join('\n').replace(/^await /, ''), () => undefined);
  const words = argumentNames(row).length;
  return { args: read?.args.slice(0, words) ?? [], input: (read?.args[words] ?? {}) as Input };
}
const trial = bench.newTrial();
const examples = new Map<string, ReturnType<typeof triedExample>>();

/** A field that no row has, with a value that the user would not want to lose. */
const OWN = { own_note: 'keep-4711' };

type Mistake = (call: Call, row: Row, pick: <T>(from: readonly T[]) => T) => Call | undefined;
const withField = (call: Call, name: string, change: (value: unknown) => readonly [string, unknown]): Call => ({
  ...call,
  input: Object.fromEntries(
    Object.entries(call.input).map(([key, value]) => (key === name ? change(value) : [key, value])),
  ),
});
const fieldsOf = ({ input }: Call) => Object.keys(input).filter((key) => key !== 'own_note');
const inOneField =
  (change: (name: string, value: unknown) => readonly [string, unknown] | undefined): Mistake =>
  (call, _row, pick) => {
    const names = fieldsOf(call);
    if (names.length === 0) return undefined;
    const name = pick(names);
    const next = change(name, call.input[name]);
    return next && withField(call, name, () => next);
  };

const OTHER_HANDLER = 'a target in the field of another handler';

/** What people do wrong. Each keeps the other arguments as they are. */
const MISTAKES: Readonly<Record<string, Mistake>> = {
  'a typo in a name': inOneField((name, value) =>
    name.length > 3 ? [name.slice(0, 1) + name[2] + name[1] + name.slice(3), value] : undefined,
  ),
  'a name in camelCase': inOneField((name, value) =>
    name.includes('_') ? [name.replace(/_(\w)/g, (_all, letter) => letter.toUpperCase()), value] : undefined,
  ),
  'a name with another case': inOneField((name, value) => [
    name.toLowerCase() === name ? name[0]?.toUpperCase() + name.slice(1) : name.toLowerCase(),
    value,
  ]),
  'a name with a prefix': inOneField((name, value) => [`phone_${name}`, value]),
  'a number as text': inOneField((name, value) => (typeof value === 'number' ? [name, String(value)] : undefined)),
  'text as a number': inOneField((name, value) => (typeof value === 'string' ? [name, 4711] : undefined)),
  'a list in place of its item': inOneField((name, value) => [name, [value]]),
  'an item in place of a list': inOneField((name, value) => (Array.isArray(value) ? [name, value[0]] : undefined)),
  'a typo in a value': inOneField((name, value) =>
    typeof value === 'string' && value.length > 3 ? [name, value.slice(0, -2) + value.slice(-1)] : undefined,
  ),
  'a number without its plus': inOneField((name, value) =>
    typeof value === 'string' && /^\+1\d{10}$/.test(value) ? [name, value.slice(2)] : undefined,
  ),
  'a number with spaces': inOneField((name, value) =>
    typeof value === 'string' && /^\+1\d{10}$/.test(value)
      ? [name, `(${value.slice(2, 5)}) ${value.slice(5, 8)}-${value.slice(8)}`]
      : undefined,
  ),
  'a field left out': (call, _row, pick) => {
    const names = fieldsOf(call);
    if (names.length === 0) return undefined;
    const { [pick(names)]: _, ...input } = call.input;
    return { ...call, input };
  },
  'an argument left out': (call) => (call.args.length > 0 ? { ...call, args: call.args.slice(1) } : undefined),
  'all arguments in one object': ({ args, input }, row) =>
    args.length > 0
      ? { args: [], input: { ...Object.fromEntries(argumentNames(row).map((name, at) => [name, args[at]])), ...input } }
      : undefined,
  [OTHER_HANDLER]: (call, row, pick) => {
    const [companions] = Object.entries(row.companions ?? {});
    if (!companions) return undefined;
    const [handler, byValue] = companions;
    const value = pick(Object.keys(byValue));
    const other = pick(Object.values(byValue).filter((one) => one !== byValue[value]));
    return { ...call, input: { ...OWN, [handler]: value, [other]: 'https://example.com/keep' } };
  },
  'the id of a queue or a number': ({ args, ...call }, _row, pick) =>
    args.length > 0
      ? { ...call, args: [{ code: pick(['q[0].id', 'n[0].id', 'n[0].number']) }, ...args.slice(1)] }
      : undefined,
};

const codeOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'code' in value ? String(value.code) : asCode(value);
const written = (name: string, { args, input }: Call): string =>
  `platform.${name}(${[...args.map(codeOf), ...(Object.keys(input).length > 0 ? [asCode(input)] : [])].join(', ')})`;

/** The texts and numbers in the arguments of a call. */
function leavesOf(code: string): string[] {
  const leaves = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
  const names = { q: undefined, n: undefined };
  const read = readCall(code, (path) => (path[0] !== undefined && path[0] in names ? path.join('.') : undefined));
  return (read?.args ?? []).flatMap(leaves).map(String);
}

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
/** A value that is a phone number in any form: ten digits and nothing but separators. */
const isNumber = (text: string) => /^\+?[\d ().-]+$/.test(text) && digitsOf(text).length === 10;

/** The fields of rows that cost money that say whom to call, or what to buy. */
const TARGETS = /^(?:to|number|phone_number)$/i;
function targetsOf(code: string): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === 'string' && TARGETS.test(key) && isNumber(item)) found.push(digitsOf(item));
      walk(item);
    }
  };
  for (const value of readCall(code, () => undefined)?.args ?? []) walk(value);
  return found;
}

let corrections = 0;

interface Case {
  readonly name: string;
  readonly row: Row;
  readonly mistakes: readonly string[];
}
const rows = [...walkRows(operations)];
const kinds = Object.keys(MISTAKES);
/** Each row with each mistake, and with two mistakes. */
const cases: readonly Case[] = rows.flatMap(([name, row], at) =>
  kinds.flatMap((kind, index) => [
    { name, row, mistakes: [kind] },
    { name, row, mistakes: [kind, kinds[(index + at) % kinds.length] as string] },
  ]),
);

/** Returns what is wrong with the corrections of a wrong call. */
async function problemsOf({ name, row, mistakes }: Case, seed: number): Promise<string[]> {
  const { pick } = seeded(seed);
  let call: Call | undefined = await exampleOf(name, row);
  for (const mistake of mistakes) call = call && MISTAKES[mistake]?.(call, row, pick);
  if (call === undefined) return [];
  const input = `await ${written(name, call)}`;
  const outcome = await bench.run(input);
  if (outcome.ok) {
    sandbox.restore(start);
    return [];
  }
  const lines = bench.adviceOn(outcome.error);
  sandbox.restore(start);
  const own = leavesOf(input.slice('await '.length));
  const given = own.map(digitsOf);
  return lines.flatMap((line) => {
    const code = /^(?:try|corrected call[^:]*): (?:await )?(platform\..*)$/s.exec(line)?.[1];
    if (code === undefined) return [];
    corrections++;
    const after = leavesOf(code);
    const found: string[] = [];
    if (mistakes.includes(OTHER_HANDLER) && after.length > own.length) found.push('invents a target');
    if (`await ${code}` === input) found.push('equals the input');
    for (const value of own) {
      const changed = lines.some((one) => one.startsWith('changed: ') && one.includes(value));
      // A number where an id is needed becomes the id of this number.
      const isId = value === 'n.0.number' && number.ok && after.includes(String(number.value));
      const isKept =
        isId || after.some((one) => one === value || (isNumber(value) && digitsOf(one) === digitsOf(value)));
      // The value in a text of JSON or with a typo corrected is named in a line of its own.
      if (!isKept && !code.includes(value) && !changed && !isTypoOf(value, after)) found.push(`loses ${value}`);
    }
    if (row.spends) for (const number of targetsOf(code)) if (!given.includes(number)) found.push(`reaches ${number}`);
    return found.map((problem) => `${input} → ${line}: ${problem}`);
  });
}

/** Whether a value became one that differs in two letters at most. */
const isTypoOf = (value: string, after: readonly string[]) =>
  after.some((one) => Math.abs(one.length - value.length) <= 2 && one.startsWith(value.slice(0, -2)));

describe('a correction differs, keeps every value and reaches the same number', () => {
  it.each(rotated(cases.map((one, seed) => [one.name, one.mistakes.join(' and '), one, seed] as const)))(
    '%s after %s',
    async (_name, _mistakes, one, seed) => {
      expect(await problemsOf(one, seed)).toEqual([]);
    },
  );

  it('checks corrections', () => {
    expect(corrections).toBeGreaterThan(5);
  });
});
