// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test contains templates
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { entryPoints, exportedNames, exportsOf } from '../../src/bench/assist/module-exports.js';
import { createBench } from '../../src/bench/index.js';

const folder = fs.mkdtempSync(join(tmpdir(), 'imports-'));
const file = join(folder, 'story.ts');
fs.writeFileSync(
  file,
  `export const one = '}', other = 1;
export async function two() { const inner = 'export const no = 1'; return inner; }
export abstract class Three {}
export type Four = 1;
const five = 5, six = 6; // export const never = 1
export { five, six as seven };
export default one;
globalThis.wasRun = true;
`,
);
const bench = createBench();
await bench.run('class Own {} ; const arrow = () => 1; var plain = 1');
afterAll(async () => {
  await bench.close();
  fs.rmSync(folder, { recursive: true });
});

/** Completes at the bar. */
async function offers(text: string): Promise<string[]> {
  const at = text.indexOf('|');
  return (await bench.complete(text.replace('|', ''), at)).items.map((one) => one.text);
}

describe('the braces of an import', () => {
  it.each(['import { | }', 'export { | }', 'import type { | }', 'import def, { | }'])(
    'offer the exports of a file, whose code does not run: %s',
    async (start) => {
      expect(await offers(`${start} from '${file}'`)).toEqual(['one', 'two', 'Three', 'Four', 'five', 'seven']);
      expect(await offers(`${start.replace('|', 'one, | ')} from '${file.replace(/ts$/, 'js')}'`)).not.toContain('one');
      expect(Object.hasOwn(globalThis, 'wasRun')).toBe(false);
    },
  );
  it('offer the exports of Node.js and of this package', async () => {
    expect(await offers("import { readFileS| } from 'node:fs'")).toEqual(['readFileSync']);
    expect(await offers("const { readFileS| } = await import('node:fs')")).toEqual(['readFileSync']);
    for (const name of ['patchbay', 'patchbay/client', 'patchbay/skills']) {
      const names = await offers(`import { | } from '${name}'`);
      expect([name, names.length > 0]).toEqual([name, true]);
      const { value } = (await bench.run(`Object.keys(await import('${name}'))`)) as { value: string[] };
      expect(value).toEqual(expect.arrayContaining(names));
    }
  });
  it.each(['import { |', 'import { pl|', 'import pl|', 'import |', 'import { pl| } from "./none"', 'export { pl|'])(
    'offer no variable: %s',
    async (text) => expect(await offers(text)).toEqual([]),
  );
  it('are followed by from', async () => {
    expect(await offers('import { one } |')).toEqual(['from']);
    expect(await offers("import { one } from 'patchb|")).toEqual([...entryPoints()]);
  });
  it('are no object of code', async () => {
    expect(await offers('const { pl| } = own')).not.toEqual(['from']);
    expect(await offers('const x = { pl|')).toContain('plain');
  });
});

describe('after new', () => {
  it('only constructors are offered, those of the user and the common ones first', async () => {
    const names = await offers('new |');
    expect(names.slice(0, 6)).toContain('Own');
    expect(names.indexOf('Map')).toBeLessThan(names.indexOf('AggregateError'));
    for (const name of names) {
      const { value } = (await bench.run(`Reflect.construct(Object, [], ${name}) !== undefined`)) as { value: unknown };
      expect([name, value]).toEqual([name, true]);
    }
    for (const name of ['plain', 'arrow', 'platform', 'parseInt', 'Math']) expect(names).not.toContain(name);
  });
  it('a local class and the members of an object stay', async () => {
    expect(await offers('class Local {}; new Lo|')).toEqual(['Local']);
    expect(await offers('new platform.queu|')).toEqual(['queues']);
    expect(await offers('own.new |')).toContain('plain');
  });
});

it('the exports of a text are read without a parser of whole programs', async () => {
  expect(exportedNames('export const = 1; export {')).toEqual([]);
  expect(exportedNames('const text = "export const a = 1"; `${1} export const b`')).toEqual([]);
  expect(await exportsOf('lodash-that-is-not-here')).toEqual([]);
});
