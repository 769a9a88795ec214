import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const page = readFileSync(join(docs, 'security.md'), 'utf8');

/** The text of a section, without its heading. */
const section = (heading: string) => page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';

/** The rows of a table: the promise, and the files that its links name. */
const promises = [...section('Promises').matchAll(/^\| (.+) \| (.+) \|$/gm)]
  .map(([, promise = '', links = '']) => ({
    promise,
    tests: [...links.matchAll(/\[[^\]]+\]\(([^)#]+)\)/g)].map(([, link = '']) => normalize(join(docs, link))),
  }))
  .filter(({ promise }) => !/^(?:promise|-+)$/.test(promise));

const root = join(docs, '..');
const ci = readFileSync(join(root, '.ci', 'run'), 'utf8');
/** `.ci/run` and the scripts that it starts. */
const slow = [
  ci,
  ...(ci.match(/test\/slow\/[\w/-]+\.\w+/g) ?? []).map((file) => readFileSync(join(root, file), 'utf8')),
];

describe('the page on security', () => {
  it('lists promises, each once', () => {
    expect(promises.length).toBeGreaterThan(20);
    expect(new Set(promises.map(({ promise }) => promise)).size).toBe(promises.length);
  });

  it.each(promises.map((one) => [one.promise, one] as const))(
    'links to a test that exists and runs: %s',
    (_, { tests }) => {
      expect(tests.length).toBeGreaterThan(0);
      for (const file of tests) {
        expect(existsSync(file), file).toBe(true);
        // A slow test is a program, which `.ci/run` starts.
        const isSlow = file.includes(join('test', 'slow'));
        if (isSlow)
          expect(
            slow.some((script) => script.includes(basename(file))),
            file,
          ).toBe(true);
        else expect(file).toMatch(/\.test\.ts$/);
        expect(readFileSync(file, 'utf8')).toMatch(isSlow ? /expect|assert|throw/ : /^\s*(?:it|describe)(?:\.|\()/m);
      }
    },
  );

  it('links to each test file of attacks on the boundary of recorded code, secrets and the network', () => {
    const linked = new Set(promises.flatMap(({ tests }) => tests));
    const attacks = ['redact/secret-texts', 'sandbox/engine/card-entries', 'cases/replay/escapes', 'http/rebinding'];
    for (const name of attacks) expect(linked).toContain(normalize(join(docs, '..', 'test', `${name}.test.ts`)));
  });

  it('lists what is not promised, each item with a reason or the remedy', () => {
    const items = section('Not promised').match(/^- [\s\S]*?(?=\n- |\n\n|$(?![\s\S]))/gm) ?? [];
    expect(items.length).toBeGreaterThan(8);
    for (const item of items) expect(item.length, item).toBeGreaterThan(60);
  });
});

it('has a page for each file that it mentions', () => {
  const names = new Set(readdirSync(docs));
  const linked = [...page.matchAll(/\]\(([\w-]+\.md)/g)].map(([, name = '']) => name);
  expect(linked.filter((name) => !names.has(name))).toEqual([]);
});
