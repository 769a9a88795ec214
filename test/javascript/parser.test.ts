import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('is the only parser of acorn in src, because the one of acorn can end the process', () => {
  const src = join(root, 'src');
  const importing = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => {
      const names = /import \{([^}]*)\} from 'acorn'/.exec(readFileSync(join(src, file), 'utf8'))?.[1] ?? '';
      return /(?<!type )\b(?:parse|parseExpressionAt|Parser)\b/.test(names);
    });
  expect(importing).toEqual(['javascript/parser.ts']);
});

it('lets the process live after templates in templates, however many', () => {
  const program = `
    const { importCase } = await import(process.argv[1]);
    for (const levels of [1_000, 3_000, 10_000]) {
      const text = 'await fetch("https://a.example/api/relay/rest/queues", { body: ' + '\`\${'.repeat(levels) + ' });';
      try { importCase([{ name: 'a.txt', text }]); } catch {} // A refusal is right, too.
    }
    process.stdout.write('lives');`;
  const args = ['--input-type=module', '-e', program, join(root, 'dist/cases.js')];
  const { stdout, signal } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([stdout, signal]).toEqual(['lives', null]);
});
