import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FoundBody, RequestRow } from '../../src/inspector/contract.js';
import { hasWords, matchedPart, wordsIn } from '../../src/inspector/page/model/matcher.js';
import { hashOf, PANELS, routeOf } from '../../src/inspector/page/model/route.js';
import { filtered, isFailed, partIn } from '../../src/inspector/page/requests/filter.js';
import { lineDiff } from '../../src/inspector/page/requests/line-diff.js';
import { outcomeOf, toneOf } from '../../src/inspector/page/requests/row-text.js';
import { seeded } from '../support/random.js';

const row = (part: Partial<RequestRow>): RequestRow => ({
  ...{ id: 1, kind: 'request', at: null, method: 'GET', path: '/', operation: null, status: 200, fault: null, ms: 1 },
  ...part,
});

describe('the address of a view', () => {
  it('names the panel, the item and the filter, whatever they contain', () => {
    for (const panel of PANELS)
      for (const word of ['12', 'a/b', '%', '?', 'é#&'])
        for (const text of ['', 'a b', '&=#?/', '%zz'])
          expect(routeOf(hashOf({ panel, words: [word], query: { text } }))).toEqual({
            ...{ panel, words: [word], query: text === '' ? {} : { text } },
          });
  });

  it('is that of the requests if it is unknown or broken', () => {
    for (const hash of ['', '#', '#/nothing', '#/__proto__']) expect(routeOf(hash).panel).toBe('requests');
    expect(routeOf('#/calls/%zz').words).toEqual(['%zz']);
  });
});

describe('the filter of requests', () => {
  const rows = [
    row({ id: 1, operation: 'queues.list', path: '/api/relay/rest/queues' }),
    row({ id: 2, operation: 'queues.get', status: 404, method: 'GET' }),
    row({ id: 3, operation: 'queues.get', status: 503 }),
    row({ id: 4, status: null, fault: 'timeout' }),
  ];
  it.each([
    [{ status: 'failed' }, [2, 3, 4]],
    [{ status: '4' }, [2]],
    [{ status: '2' }, [1]],
    [{ operation: 'queues.get' }, [2, 3]],
    [{ text: 'QUEUES 404' }, [2]],
    [{ text: 'timeout' }, [4]],
    [{ operation: 'queues.get', status: '5', text: 'get' }, [3]],
    [{}, [1, 2, 3, 4]],
  ])('%j finds %j', (part, ids) => {
    const found = filtered(rows, { text: '', operation: '', status: '', ...part });
    expect(found.map(({ id }) => id)).toEqual(ids);
  });

  const body = (id: number, words: readonly string[]): [number, FoundBody] => [
    id,
    { id, words, where: 'request', part: { before: '', match: words[0] ?? '', after: '' } },
  ];

  it('finds a word in the line or in a body, and shows the part of the body only if the line does not have all', () => {
    const found = new Map([body(1, ['night']), body(2, ['night', 'many']), body(3, ['404'])]);
    const ids = (text: string) =>
      filtered(rows, { text, operation: '', status: '' }, found).map((row) => [row.id, partIn(row, text, found)?.id]);
    expect(ids('night')).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(ids('night MANY 404')).toEqual([[2, 2]]);
    expect(ids('404')).toEqual([
      [2, undefined],
      [3, 3],
    ]);
    expect(ids('absent')).toEqual([]);
  });

  it('finds the requests that an injected fault answered', () => {
    const shown = filtered([...rows, row({ id: 5, injected: 'slow' })], { text: '', operation: '', status: 'fault' });
    expect(shown.map(({ id }) => id)).toEqual([5]);
  });
});

describe('the words of a filter', () => {
  it('are found in any order, and in any case', () => {
    for (const [text, has] of [
      ['b A', true],
      ['  ', true],
      ['a c', false],
    ] as const)
      expect(hasWords(wordsIn(text), 'A and B')).toBe(has);
  });

  it('are shown with their surroundings, in one line, whatever the letters are', () => {
    const random = seeded(7);
    for (let run = 0; run < 300; run++) {
      const text = Array.from({ length: random.below(200) }, () => 'aB İ\n.*('[random.below(8)]).join('');
      const [word] = wordsIn(text.slice(random.below(20), 22));
      const part = matchedPart(word === undefined ? ['absent'] : ['absent', word], text);
      expect(part?.match.toLowerCase()).toBe(word);
      expect(`${part?.before}${part?.after}`).not.toContain('\n');
    }
    expect(matchedPart(['max'], `${' '.repeat(5)}${'x'.repeat(50)} "max": 5`)).toEqual({
      ...{ before: `…${'x'.repeat(6)} "`, match: 'max', after: '": 5' },
    });
  });
});

describe('two texts side by side', () => {
  it('have all lines of both, in order, and the same lines beside each other', () => {
    const random = seeded(36);
    for (let run = 0; run < 300; run++) {
      const text = () => Array.from({ length: random.below(9) }, () => 'abc'[random.below(3)]).join('\n');
      const [left, right] = [text(), text()];
      const pairs = lineDiff(left, right);
      const linesOf = (side: 'left' | 'right') => pairs.flatMap((pair) => pair[side] ?? []);
      expect([linesOf('left').join('\n'), linesOf('right').join('\n')]).toEqual([left, right]);
      for (const pair of pairs) if (pair.isSame) expect(pair.left).toBe(pair.right);
      expect(pairs.every(({ isSame }) => isSame)).toBe(left === right);
    }
  });

  it('differ in one line if one line changed', () => {
    const pairs = lineDiff('{\n  "a": 1,\n  "b": 2\n}', '{\n  "a": 1,\n  "b": 3\n}');
    expect(pairs.filter(({ isSame }) => !isSame)).toEqual([{ left: '  "b": 2', right: '  "b": 3', isSame: false }]);
  });

  it('are compared quickly if they are long and different', () => {
    const text = (letter: string) => Array.from({ length: 20_000 }, (_, i) => letter + i).join('\n');
    expect(lineDiff(text('a'), text('b'))).toHaveLength(20_000);
  });
});

it('the script and the style of the page have at most 100 kB, compressed', () => {
  const folder = join(import.meta.dirname, '..', '..', 'dist', 'inspector');
  const sizes = ['page.js', 'page.css'].map((name) => gzipSync(readFileSync(join(folder, name))).length);
  expect(sizes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(100 * 1024);
});

it('shows a response that was cut as a failure, and another status as it is', () => {
  const row = { status: 201, fault: null, injected: 'truncated' };
  expect([outcomeOf(row), toneOf(row), isFailed(row)]).toEqual(['cut', 'bad', true]);
  for (const injected of ['slow', undefined]) {
    const late = { status: 201, fault: null, ...(injected !== undefined && { injected }) };
    expect([outcomeOf(late), toneOf(late), isFailed(late)]).toEqual(['201', 'good', false]);
  }
  const failed = { status: 422, fault: null, injected: 'truncated' };
  expect([outcomeOf(failed), toneOf(failed), isFailed(failed)]).toEqual(['422', 'warn', true]);
  const reset = { status: null, fault: 'reset', injected: 'reset' };
  expect([outcomeOf(reset), toneOf(reset), isFailed(reset)]).toEqual(['reset', 'bad', true]);
});
