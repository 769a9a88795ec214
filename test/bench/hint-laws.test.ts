import { afterAll, describe, expect, it } from 'vitest';
import { RECIPES } from '../../src/assist/help/recipes.js';
import { EXPECTED, SYNONYMS } from '../../src/assist/help/synonyms.js';
import { PRELOADED } from '../../src/assist/inspect/preloaded.js';
import { createBench } from '../../src/bench/index.js';
import { argumentNames, operations, walkRows } from '../../src/client/index.js';
import { namesOf } from '../../src/eval/index.js';
import type { Sandbox } from '../../src/sandbox/index.js';
import type { SkillRegistry } from '../../src/skills/index.js';
import type { SheetPart } from '../../src/util/index.js';
import { firstOfItsKind, sampled } from '../support/rotation.js';

// The law: every call that the bench prints succeeds in the sandbox, or the text says that it was not tried.
const bench = createBench();
const sandbox = bench.globals.sandbox as Sandbox;
const start = sandbox.snapshot();
afterAll(() => bench.close());

/** Runs a printed call. Returns undefined if it succeeds, or else its error. The state of the sandbox stays the same. */
async function failureOf(code: string): Promise<string | undefined> {
  const outcome = await bench.run(code);
  sandbox.restore(start);
  return outcome.ok ? undefined : `${code}: ${String(outcome.error)}`;
}

/** Returns the code of the example on a help page, or undefined if the page says that it was not tried. */
function exampleIn(parts: readonly SheetPart[]): string | undefined {
  if (parts.some((part) => typeof part === 'string' && part.startsWith('Not tried: '))) return undefined;
  const at = parts.findIndex((part) => typeof part === 'object' && 'title' in part && part.title === 'Example');
  const part = parts[at + 1];
  return typeof part === 'object' && 'lines' in part ? part.lines.join('\n') : undefined;
}

/** Returns the calls in lines of advice that do not say that they were not tried. */
const callsIn = (lines: readonly string[]) =>
  lines.flatMap((line) =>
    line.includes('not tried')
      ? []
      : (/^(?:try: |example: |call it: |to list the ids, run )(.*)$/.exec(line)?.slice(1) ?? []),
  );

async function adviceOn(source: string): Promise<readonly string[]> {
  const outcome = await bench.run(source);
  return outcome.ok ? [] : bench.adviceOn(outcome.error);
}

// A promise that is passed without await.
await bench.run('const kept = platform.queues.get((await platform.queues.list()).data[0].id)');
await bench.run('await kept');

const skills = (await (bench.globals.registry as SkillRegistry).list_skills()).map(({ name }) => name);
const rows = [...walkRows(operations)];
// Each namespace with ids, and a part of the other operations.
const withArguments = rows.filter(([name, row], at) => row.args.length > 0 && (name.endsWith('.get') || at % 4 === 0));
type NamedRow = (typeof rows)[number];
/** Operations with the same method, arguments and kinds of fields get the same hints: one of each kind in every run. */
const tested = (all: readonly NamedRow[]) =>
  sampled(
    all,
    firstOfItsKind(([name, { method, args, needs, takes }]) =>
      [name.split('.')[0] === 'compat', method, args.length > 0, isEmpty({ ...needs, ...takes })].join(),
    ),
  );
const isEmpty = (fields: object) => Object.keys(fields).length === 0;

describe('every call in advice succeeds, or was not tried', () => {
  it.each(tested(rows))('in the advice on %s', async (name, row) => {
    const ids = argumentNames(row).map((word) => `'${word}'`);
    const call = (...input: string[]) => `platform.${name}(${[...ids, ...input].join(', ')})`;
    const [field] = Object.keys({ ...row.needs, ...row.takes });
    const inputs = [
      `await platform.${name}()`,
      `await ${call()}`,
      ...(field === undefined ? [] : [`await ${call(`{ ${field}: 'wrong value' }`)}`]),
    ];
    for (const input of inputs) {
      const lines = await adviceOn(input);
      sandbox.restore(start);
      for (const code of callsIn(lines)) expect(await failureOf(code)).toBeUndefined();
    }
  });

  it.each(tested(withArguments))('in the advice on wrong arguments of %s', async (name, row) => {
    const [first = '', ...others] = argumentNames(row);
    const rest = others.map((word) => `'${word}'`);
    const inputs = [
      // The fields come first, or all arguments are in one object.
      ['{}', `'${first}'`, ...rest],
      [`{ ${[first, ...others].map((word) => `${word}: 'own'`).join(', ')} }`],
      // The id is the name or the number of a resource, or a promise.
      ["'sales'", ...rest],
      ["'+12065550100'", ...rest],
      ['kept', ...rest],
    ];
    for (const input of inputs) {
      const lines = await adviceOn(`await platform.${name}(${input.join(', ')})`);
      sandbox.restore(start);
      for (const code of callsIn(lines)) expect(await failureOf(code)).toBeUndefined();
    }
  });

  it.each(tested(rows))('keeps the arguments of the user in the advice on %s', async (name, row) => {
    const given = [...argumentNames(row).map((word) => `'${word}'`), "{ own_note: 'keep', "].join(', ');
    const [field = 'name'] = Object.keys({ ...row.needs, ...row.takes });
    for (const prefix of ['platform', 'platform.dry']) {
      const lines = await adviceOn(`await ${prefix}.${name}(${given}${field}: { wrong: [] } })`);
      sandbox.restore(start);
      for (const line of lines.filter((one) => one.includes(`.${name}(`))) {
        expect(line).toContain(`${prefix}.${name}(${given.slice(0, given.indexOf('{'))}`);
        expect(line).toContain("own_note: 'keep'");
      }
    }
  });

  it.each(tested(rows.filter((_, index) => index % 4 === 0)))('in the hint on %s without a call', async (name) => {
    const before = bench.log.events.length;
    await bench.run(`platform.${name}`);
    const notices = bench.log.events.slice(before).flatMap((event) => (event.kind === 'notice' ? [event.text] : []));
    expect(notices).toHaveLength(1);
    for (const code of callsIn(notices)) expect(await failureOf(code)).toBeUndefined();
  });

  it.each(sampled(Object.entries(SYNONYMS), (_, at) => at % 24 === 0))(
    'in the advice on %s, a name of another API',
    async (name, meant) => {
      const roots = ['platform', 'platform.calling', 'platform.phone_numbers', 'platform.queues', 'agent', 'registry'];
      for (const root of [...roots, 'sandbox']) {
        const lines = await adviceOn(`await ${root}.${name}('own')`);
        sandbox.restore(start);
        for (const code of callsIn(lines)) expect(await failureOf(code)).toBeUndefined();
        for (const path of lines.flatMap((line) => /^Did you mean (.*)\?$/.exec(line)?.[1]?.split(' or ') ?? []))
          expect([path, await bench.run(`${path} === undefined`)]).toEqual([path, { ok: true, value: false }]);
      }
      const members = Object.entries(PRELOADED).flatMap(([of, { members }]) =>
        Object.keys(members).flatMap((one) => [one, `${of}.${one}`]),
      );
      const known = [...rows.map(([path]) => path), ...rows.map(([path]) => path.slice(path.lastIndexOf('.') + 1))];
      for (const one of meant)
        expect([...members, ...known].some((path) => path === one || path.startsWith(`${one}.`))).toBe(true);
    },
  );
});

describe('what a name of another language stands for', () => {
  it.each(Object.entries(EXPECTED))('is code that parses for %s', (_name, advice) => {
    const codes = [...advice.matchAll(/\bwrite (.*?)(?=, or |$)/g)].map(([, code]) => code ?? '');
    for (const code of codes) expect([code, namesOf(code) !== undefined]).toEqual([code, true]);
  });
});

it.each(Object.keys(RECIPES))('each line of the recipe fits a screen of 40 columns: %s', (name) => {
  const lines = RECIPES[name]?.steps.flatMap(([, code]) => code) ?? [];
  // The help indents code by two columns.
  expect(lines.filter((line) => line.length > 37)).toEqual([]);
});

describe('every call in the help succeeds, or was not tried', () => {
  it.each(tested(rows))('in the help of %s', async (name) => {
    const code = exampleIn(await bench.help(`platform.${name}`));
    if (code !== undefined) expect(await failureOf(code)).toBeUndefined();
    const numbers = [...(code ?? '').matchAll(/\b(?:from|to): ('[^']*')/gi)].map(([, number]) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('includes examples that were tried', async () => {
    const names = ['queues.create', 'queues.get', 'calling.dial', 'calling.play', 'phone_numbers.purchase'];
    for (const name of names) expect(exampleIn(await bench.help(`platform.${name}`))).toContain(`platform.${name}(`);
  });

  it('in the overview of .help', async () => {
    const fresh = createBench();
    const shown = await fresh.run('.help');
    const codes = [
      ...String(shown.ok && shown.value).matchAll(/^ {2}((?:await )?(?:platform|agent|sandbox)\b.*?)(?: {2,}|$)/gm),
    ];
    expect(codes.length).toBeGreaterThan(2);
    for (const [, code = ''] of codes) expect([code, await fresh.run(code)]).toMatchObject([code, { ok: true }]);
    await fresh.close();
  });

  it.each(Object.keys(RECIPES))('in the recipe %s, and the call has no problems', async (name) => {
    const fresh = createBench();
    const parts = await fresh.help(name);
    for (const part of parts)
      if (typeof part === 'object' && 'lines' in part) {
        const outcome = await fresh.run(part.lines.join('\n'));
        expect([part.lines, outcome]).toMatchObject([part.lines, { ok: true }]);
        if (part.lines.join().includes('sandbox.ring')) expect(outcome).toMatchObject({ value: { problems: [] } });
        // A string that wraps at 40 columns cannot be copied.
        for (const line of part.lines) if (/['"]/.test(line)) expect(line.length, line).toBeLessThan(38);
      }
    await fresh.close();
  });

  it.each(Object.entries(PRELOADED))('in the help of %s', async (_name, { example }) => {
    const fresh = createBench();
    for (const line of example) expect(await fresh.run(line)).toMatchObject({ ok: true });
    await fresh.close();
  });

  it.each(skills)('in the help of the skill %s', async (name) => {
    const fresh = createBench();
    for (const code of exampleIn(await fresh.help(name))?.split('\n') ?? [])
      expect([code, await fresh.run(code)]).toMatchObject([code, { ok: true }]);
    await fresh.close();
  });
});
