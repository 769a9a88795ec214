import { afterAll, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';

const bench = createBench();
afterAll(() => bench.close());

async function advice(source: string): Promise<string> {
  const outcome = await bench.run(source);
  if (outcome.ok) throw new Error(`${source} does not fail`);
  return bench.adviceOn(outcome.error).join('\n');
}

it.each([
  [
    "ring('+1206' { digits: ['1'] })",
    "a comma is missing between '+1206' and {. Type: ring('+1206', { digits: ['1'] })",
  ],
  ['const y = { a: 1 b: 2 }', 'a comma is missing between 1 and b. Type: const y = { a: 1, b: 2 }'],
  ['const y = { a: 1 b: 2 c: 3 }', 'a comma is missing between 1 and b. Type: const y = { a: 1, b: 2, c: 3 }'],
  ["{ name: 'g' contents: { a: 1 } }", "a comma is missing between 'g' and contents"],
  ['[1 2]', 'a comma is missing between 1 and 2. Type: [1, 2]'],
  ['f({ name: 1, size 5 })', 'a colon is missing after size. Type: f({ name: 1, size: 5 })'],
  ["create(name: 'g')", "fields are in braces. Type: create({ name: 'g' })"],
  ["ring(n, digits: ['1'], from: m)", "fields are in braces. Type: ring(n, { digits: ['1'], from: m })"],
  ["ring('+1'))", "the ) at column 11 is one too many: no ( is open. Type: ring('+1')"],
  ['[1, 2]]', 'the ] at column 7 is one too many: no [ is open. Type: [1, 2]'],
  ['const a = { b: { c: 1 } } }', 'the } at column 27 is one too many: no { is open'],
  ['f({ a: 1)', 'the { at column 3 is not closed. Its } is missing. Type: f({ a: 1})'],
  ['f([1, 2)', 'the [ at column 3 is not closed. Its ] is missing. Type: f([1, 2])'],
  ["create({ name: 'x' }}", "the ( at column 7 is closed by }, not by ). Type: create({ name: 'x' })"],
  ["create({ name: 'x'", "the { at column 8 is not closed. Its } is missing. Type: create({ name: 'x'})"],
  ['f({\n  a: 1,\n  b: [1, 2\n})', 'the [ at column 6 in line 3 is not closed. Its ] is missing'],
  ['var x = "abc', 'the " at column 9 begins a text that has no " at its end. Type: var x = "abc"'],
  ["f('abc)", "the ' at column 3 begins a text that has no ' at its end. Type: f('abc')"],
  ["var x = 'it's me'", 'the \' inside the text ends it. Use other quotes around the text. Type: var x = "it\'s me"'],
  ["f('it's me', 'b')", "Type: f(\"it's me\", 'b')"],
  ['var x = "say "hello""', 'Use other quotes around the text. Type: var x = \'say "hello"\''],
  ['function f(x) { … }', '… stands for code that is left out. Replace it by your own code'],
  ["await agent.call_tool('a', { … })", '… stands for code that is left out'],
  ['main:', 'YAML is not code. Save a document in a file, and ring it with .sandbox ring FILE'],
  ['if True:', 'In TypeScript: if (true) { … }'],
  ['try:', 'in TypeScript, write try { … } catch (error) { … }'],
])('%s: %s', async (source, hint) => expect(await advice(source)).toContain(hint));

describe('a valid call with one sign changed', () => {
  const CALLS = [
    "await platform.queues.create({ name: 'a', max_size: 5 })",
    "await sandbox.ring('+12065550100', { digits: ['1', '2'], speech: ['yes'] })",
    'console.log([1, 2, 3].map((one) => ({ one, twice: one * 2 })))',
    "const rows = { a: [1, 2], b: { c: 'd' } }",
    "agent.define_tool({ name: 'a', description: 'b', handler: () => ({ c: [1] }) })",
  ];
  const broken = CALLS.flatMap((call) =>
    [...call].flatMap((sign, at) =>
      /[()[\]{},:'"]/.test(sign)
        ? [
            { call, code: call.slice(0, at) + call.slice(at + 1) },
            { call, code: call.slice(0, at) + sign + call.slice(at) },
          ]
        : [],
    ),
  );

  it('is corrected to code that parses, and keeps each value', async () => {
    const typed: { readonly call: string; readonly code: string; readonly line: string }[] = [];
    for (const { call, code } of broken) {
      const outcome = await bench.run(code);
      const hints = outcome.ok || !(outcome.error instanceof SyntaxError) ? [] : bench.adviceOn(outcome.error);
      const line = /Type: (.*)$/m.exec(hints.join('\n'))?.[1];
      if (line !== undefined) typed.push({ call, code, line });
    }
    for (const { code, line } of typed) {
      const outcome = await bench.run(line);
      expect(outcome.ok || outcome.error, `${code}: ${line}`).not.toBeInstanceOf(SyntaxError);
    }
    const words = (text: string) => text.match(/'[^']*'|\w+/g);
    for (const { call, code, line } of typed) expect(words(line), code).toEqual(words(call));
    expect(typed.length).toBeGreaterThan(broken.length / 3);
  });
});
