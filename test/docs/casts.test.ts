import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { castJsonSchema } from '../../src/sandbox/cast/cast-schema.js';
import { patchbayIn } from '../support/run-patchbay.js';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'casts.md'), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);
const casts = blocks('yaml').map((text): [string, string] => [/^# (\w+\.yaml)/m.exec(text)?.[1] ?? '', text]);

const folder = mkdtempSync(join(tmpdir(), 'casts-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = patchbayIn(folder);
beforeAll(() => {
  const [queue = '', agent = ''] = blocks('xml');
  for (const [name, text] of [...casts, ['queue.xml', queue], ['agent.xml', agent]] as const)
    writeFileSync(join(folder, name), text);
});

describe('the page on casts', () => {
  it.each(casts)('shows a cast whose expectations are met: %s', async (name) => {
    const { code, out, err } = await run(['ring', '--cast', name]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/\n(\S+): (\d+) of \2 expectations are met\n$/);
  });

  it('has three casts', () => {
    expect(casts.map(([name]) => name)).toEqual(['support.yaml', 'team.yaml', 'sales.yaml']);
  });

  it('shows what the first cast prints', async () => {
    const [output = '', difference = ''] = blocks('output');
    expect((await run(['ring', '--cast', 'support.yaml'])).out).toContain(output);
    const changed =
      casts[0]?.[1]
        .replace('  Bob:', '  Bob:')
        .replace('- meets: Joe\n      - callback', '- meets: Zoe\n      - callback') ?? '';
    writeFileSync(join(folder, 'changed.yaml'), changed);
    expect((await run(['ring', '--cast', 'changed.yaml'])).out).toContain(difference);
  });

  it('shows an example that returns the value in its comment', async () => {
    const bench = createBench({ directory: root });
    const [code = ''] = blocks('ts');
    const [, value = ''] = /\/\/ \['(.*)'\]\n$/.exec(code) ?? [];
    expect(await bench.run(code)).toMatchObject({ ok: true, value: [value] });
    await bench.close();
  });

  it('lists all fields of the format', () => {
    const { properties } = castJsonSchema() as { properties: Record<string, { additionalProperties: Schema }> };
    const people = Object.values(properties).flatMap((one) => one.additionalProperties ?? []);
    const fields = people.flatMap((one) => [
      ...Object.keys(one.properties),
      ...Object.keys(one.properties.expect?.items?.properties ?? {}),
    ]);
    expect(fields.length).toBeGreaterThan(20);
    const rows = [...page.matchAll(/^\| (`.*?) \|/gm)].map(([, names]) => names).join();
    for (const field of fields) expect(rows).toContain(`\`${field}\``);
  });

  it('names the file of the JSON Schema, which is generated from the format', () => {
    const [, path = ''] = /\$schema=\.\/node_modules\/patchbay\/(\S+)/.exec(page) ?? [];
    expect(JSON.parse(readFileSync(join(root, path), 'utf8'))).toEqual(JSON.parse(JSON.stringify(castJsonSchema())));
  });
});

interface Schema {
  readonly properties: Readonly<Record<string, { readonly items?: Partial<Schema> }>>;
}
