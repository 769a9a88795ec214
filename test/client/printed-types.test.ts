import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { printClient } from '../../scripts/print-types/print-client.js';
import { operations, walkRows } from '../../src/client/index.js';
import { compile } from '../support/compile.js';

const root = join(import.meta.dirname, '..', '..');
// Inside the repository, so that the probe can import the sources.
const folder = mkdtempSync(join(root, 'node_modules', '.printed-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the errors of the compiler for each file, with the line that it rejects. */
function errorsIn(sources: Record<string, string>): Record<string, string[]> {
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
  const errors = compile(folder, Object.keys(sources));
  return Object.fromEntries(
    Object.entries(sources).map(([name, source]) => {
      const lines = source.split('\n');
      const own = errors.filter(({ file }) => file === name);
      return [name, own.map(({ line, message }) => `${lines[line - 1]?.trim()}: ${message}`)];
    }),
  );
}

const HEAD = `
import type { Client } from '../../src/client/client-class.js';
import type { operations } from '../../src/client/tables/index.js';
import type { Platform } from './printed.js';
type Inferred = Client<typeof operations>;
// Identical, not merely assignable: an optional field or a missing name must not slip through.
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(identical: Same<A, B>): void;
type Answer<F> = F extends (...args: never[]) => infer R ? (R extends AsyncIterable<infer I> ? [keyof Awaited<R>, Awaited<R>[keyof Awaited<R>], I] : Awaited<R>) : never;
`;

const everyOperation = [...walkRows(operations)].flatMap(([name]) => {
  const at = name
    .split('.')
    .map((key) => `['${key}']`)
    .join('');
  return [
    `same<Parameters<Platform${at}>, Parameters<Inferred${at}>>(true);`,
    `same<Answer<Platform${at}>, Answer<Inferred${at}>>(true);`,
  ];
});

describe('the printed declarations', () => {
  writeFileSync(join(folder, 'printed.d.ts'), printClient(operations));
  const found = errorsIn({
    'probe.ts': `${HEAD}same<keyof Platform, keyof Inferred>(true);\n${everyOperation.join('\n')}\n`,
    'wrong-type.ts': `${HEAD}same<Parameters<Platform['queues']['get']>, Parameters<Inferred['queues']['get_member']>>(true);\n`,
    'right-calls.ts': `
import type { Platform } from './printed.js';
declare const platform: Platform;
void platform.phone_numbers.set_cxml_webhook('n', 'https://a', { fallback_url: null, status_callback_url: null });
void platform.compat.conferences.start_stream('c');
void platform.compat.conferences.update_recording('c', 'r');
void platform.compat.conferences.stop_stream('c', 's');
export const times = async (): Promise<(number | null | undefined)[]> => {
  const { duration, billing_ms } = await platform.calling.dial({ from: '+1', url: 'https://a' });
  return [duration, billing_ms];
};
`,
    'wrong-calls.ts': `
import type { Platform } from './printed.js';
declare const platform: Platform;
void platform.queues.get_member('q1');
void platform.calling.play('c', { play: [{ type: 'video', params: {} }] });
void platform.calling.play('c', { play: [{ type: 'silence', params: { duration: 'long' } }] });
void platform.phone_numbers.update('n', { call_handler: 'nope' });
void platform.calling.dial({ from: '+1' });
`,
  });

  it('equal the types that the compiler infers from each row', () => {
    expect(found['probe.ts']).toEqual([]);
  });

  it('accept right calls, and type the fields of a call', () => {
    expect(found['right-calls.ts']).toEqual([]);
  });

  it('declare exactly the values that the package exports', async () => {
    const declared = [...printClient(operations).matchAll(/^export declare (?:class|const|function) (\w+)/gm)].map(
      ([, name]) => name,
    );
    // A function with overloads has several declarations.
    expect([...new Set(declared)].sort()).toEqual(Object.keys(await import('../../src/client.js')).sort());
  });

  it('fail the comparison when they differ', () => {
    expect(found['wrong-type.ts']).toHaveLength(1);
  });

  it('reject wrong calls', () => {
    const lines = new Set(found['wrong-calls.ts']?.map((error) => error.slice(0, error.indexOf(';'))));
    expect([...lines]).toHaveLength(5);
  });
});
