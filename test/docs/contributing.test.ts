import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
interface Example {
  readonly file: string;
  /** The complete text of the file. */
  readonly text: string;
}

/** An example starts with `// FILE`, or with `// FILE, in NAME` if it is a row of the table NAME in that file. */
const examples = [...page.matchAll(/```ts\n\/\/ ([^\n,]+)(?:, in (\w+))?\n([\s\S]*?)```/g)].flatMap(
  ([, file = '', table, code = '']): Example[] => {
    if (table === undefined) return [{ file, text: code }];
    const before = `export const ${table} = [\n`;
    const text = readFileSync(join(root, file), 'utf8');
    expect(text).toContain(before);
    return [{ file, text: text.replace(before, () => before + code) }];
  },
);

/** Returns the errors of the compiler for files that are added to a copy of the source or replace files in it, by file. */
function errorsIn(files: readonly Example[]): ReadonlyMap<string, readonly string[]> {
  // Inside the repository, so that the compiler finds the packages.
  const folder = mkdtempSync(join(root, 'node_modules', '.contributing-'));
  try {
    for (const part of ['src', 'package.json']) cpSync(join(root, part), join(folder, part), { recursive: true });
    for (const { file, text } of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const names = files.map(({ file }) => file);
    const errors = compile(folder, names);
    return new Map(
      names.map((name) => [
        name,
        errors.filter(({ file }) => file === name).map(({ message }) => `${name}: ${message}`),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const wrong = {
  file: 'src/bench/commands/wrong.ts',
  text: "import type { Command } from './arguments/command.js';\nexport const wrong: Command = { name: '.wrong' };\n",
};

describe('CONTRIBUTING.md', () => {
  it('has an example for each extension point', () => {
    const [, sections = ''] = /## Extension points\n([\s\S]*?)\n## /.exec(page) ?? [];
    const titles = [...sections.matchAll(/^### (.*)$/gm)].map(([, title]) => title);
    expect(titles).toEqual([
      ...['Operation', 'Sandbox subject', 'Call verb', 'Skill', 'Importer', 'Exporter', 'Cause'],
      ...['Dot command', 'Redaction rule', 'Lesson'],
    ]);
    expect([...sections.matchAll(/^```ts$/gm)]).toHaveLength(titles.length);
  });

  // One program for both: the compiler reads the source once.
  const errors = () => (found ??= errorsIn([...examples, wrong]));
  let found: ReturnType<typeof errorsIn> | undefined;

  it('shows examples that compile', { timeout: 120_000 }, () => {
    expect(examples.length).toBeGreaterThanOrEqual(4);
    expect(examples.flatMap(({ file }) => errors().get(file))).toEqual([]);
  });

  it('would report an example that does not compile', { timeout: 120_000 }, () => {
    expect(errors().get(wrong.file)).toEqual([expect.stringContaining('help, run')]);
  });

  it('names files that exist', () => {
    const files = [...page.matchAll(/`((?:src|test|docs)\/[\w/.-]+)`/g)].map(([, file = '']) => file);
    const missing = files.filter((file) => !existsSync(join(root, file)));
    expect(missing).toEqual([]);
    for (const { file } of examples) expect(existsSync(join(root, dirname(file)))).toBe(true);
  });
});
