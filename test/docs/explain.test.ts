import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { traps } from '../../src/cases/index.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/explain.md'), 'utf8');

it('lists all known traps', () => {
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| (.*) \|$/gm)].map(([, name, summary]) => ({ name, summary }));
  expect(rows).toEqual(traps.map(({ name, summary }) => ({ name, summary })));
});
