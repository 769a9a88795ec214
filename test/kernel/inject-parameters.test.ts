import { expect, it } from 'vitest';
import { injectParameters } from '../../src/kernel/run/inject-parameters.js';
import type { Cell } from '../../src/kernel/run/notebook-file.js';

const code = (source: string, ...tags: string[]): Cell => ({ cell_type: 'code', source, metadata: { tags } });
const values = new Map<string, unknown>([
  ['name', "O'Hara"],
  ['list', [1, { __proto__: null, a: true }]],
]);
const SOURCE = "// Parameters\nlet name = 'O\\'Hara';\nlet list = [1, { a: true }];";

async function inject(cells: Cell[], nbformat_minor?: number) {
  const warnings = await injectParameters({ cells, nbformat: 4, ...(nbformat_minor && { nbformat_minor }) }, values);
  return { warnings, sources: cells.map(({ source }) => [source].flat().join('')), cells };
}

it('adds a cell after the tagged one, with an id only where the format has ids', async () => {
  const { warnings, sources, cells } = await inject([
    code('0'),
    code('let name: string, list = []', 'parameters'),
    code('1'),
  ]);
  expect({ warnings, sources }).toEqual({
    warnings: [],
    sources: ['0', 'let name: string, list = []', SOURCE, '1'],
  });
  expect(cells[2]?.id).toBeUndefined();
  expect((await inject([], 5)).cells[0]?.id).toBe('injected-parameters');
});

it('replaces the added cell of an earlier run', async () => {
  const { sources } = await inject([code('let name', 'parameters'), code('let name = 1', 'injected-parameters')]);
  expect(sources).toEqual(['let name', SOURCE]);
});

it('adds the first cell and warns if no code cell has the tag', async () => {
  const markdown = { ...code('# Title', 'parameters'), cell_type: 'markdown' };
  const { warnings, sources } = await inject([markdown, code('1')]);
  expect(sources).toEqual([SOURCE, '# Title', '1']);
  expect(warnings).toEqual(['no cell has the tag "parameters", so a new first cell sets the values']);
});
