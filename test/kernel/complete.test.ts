import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { completeModule, completeReply } from '../../src/kernel/types/complete.js';
import type { TypeCompletion } from '../../src/kernel/types/messages.js';
import { NO_TYPES, type Types } from '../../src/kernel/types/types.js';

const nothing = async (_: string, cursor: number) => ({ from: cursor, to: cursor, items: [] });
const typesThatSay = (completion: TypeCompletion): Types => ({ ...NO_TYPES, ask: async () => completion as never });

it.each([
  ["import { Agent } from 'patchbay/s", ['patchbay/skills', 'patchbay/sandbox'], 23],
  ['const { Agent } = await import("patchbay/c', ['patchbay/client', 'patchbay/client/fetch'], 32],
  ["import 'patch", ['patchbay', 'patchbay/client'], 8],
  ["import { x } from 'other", undefined, 0],
  ["console.log('patchbay/", undefined, 0],
])('completes the modules of this package: %s', (source, names, from) => {
  const found = completeModule(source, source.length);
  expect(found?.items.map(({ text }) => text).slice(0, 2)).toEqual(names);
  expect(found?.from ?? 0).toBe(from);
});

it('lists every module of the package', () => {
  const { exports } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'));
  const names = Object.keys(exports)
    .filter((name) => !/[*]|\.json$/.test(name))
    .map((name) => `patchbay${name.slice(1)}`);
  expect(completeModule("import 'p", 9)?.items.map(({ text }) => text)).toEqual(names);
});

describe('complete_request', () => {
  it('lists suggestions of the bench first, then those of TypeScript for the same word', async () => {
    const bench = async () => ({ from: 2, to: 4, items: [{ text: 'list', kind: 'method' as const }] });
    const types = typesThatSay({
      from: 2,
      to: 4,
      items: [
        { text: 'list', kind: 'method' },
        { text: 'link', kind: 'property' },
      ],
    });
    const reply = await completeReply({ code: 'a.li', cursor_pos: 4 }, bench, types);
    expect(reply).toMatchObject({ status: 'ok', matches: ['list', 'link'], cursor_start: 2, cursor_end: 4 });
  });

  it('omits suggestions for another range, because Jupyter replaces only one', async () => {
    const bench = async () => ({ from: 0, to: 4, items: [{ text: 'a.list', kind: 'method' as const }] });
    const types = typesThatSay({ from: 2, to: 4, items: [{ text: 'link', kind: '' }] });
    expect(await completeReply({ code: 'a.li', cursor_pos: 4 }, bench, types)).toMatchObject({ matches: ['a.list'] });
  });

  it('prefers names that start with the typed word to similar ones', async () => {
    const bench = async () => ({
      from: 0,
      to: 3,
      items: [{ text: 'FinalizationRegistry', kind: 'variable' as const }],
    });
    const types = typesThatSay({ from: 0, to: 3, items: [{ text: 'zoRro', kind: '' }] });
    const code = 'zor';
    expect(await completeReply({ code, cursor_pos: 3 }, bench, types)).toMatchObject({ matches: ['zoRro'] });
    const loading = { ...types, isLoaded: () => false };
    expect(await completeReply({ code, cursor_pos: 3 }, bench, loading)).toMatchObject({ matches: ['zoRro'] });
    const empty = typesThatSay({ from: 0, to: 3, items: [] });
    expect(await completeReply({ code, cursor_pos: 3 }, bench, empty)).toMatchObject({
      matches: ['FinalizationRegistry'],
    });
  });

  it.each(['const zorro = 1; zorr', 'const { zorro } = await x();\nzorr', 'for (const zorro of []) { zorr'])(
    'completes a name of the cell itself: %s',
    async (code) => {
      const bench = createBench();
      const reply = await completeReply({ code, cursor_pos: code.length }, (...at) => bench.complete(...at), NO_TYPES);
      expect(reply).toMatchObject({ matches: ['zorro'] });
    },
  );

  it('does not wait for a compiler that is still loading', async () => {
    const bench = async () => ({ from: 0, to: 1, items: [{ text: 'agent', kind: 'variable' as const }] });
    const loading: Types = { ...NO_TYPES, ask: () => new Promise(() => {}), isLoaded: () => false };
    expect(await completeReply({ code: 'a', cursor_pos: 1 }, bench, loading)).toMatchObject({ matches: ['agent'] });
  });

  it('leaves no open request at a compiler that is still loading', async () => {
    const bench = async () => ({ from: 0, to: 1, items: [{ text: 'agent', kind: 'variable' as const }] });
    const asked: unknown[] = [];
    const loading: Types = {
      ...NO_TYPES,
      ask: async (question) => void asked.push(question) as never,
      isLoaded: () => false,
    };
    await completeReply({ code: 'a', cursor_pos: 1 }, bench, loading);
    expect(asked).toEqual([]);
  });

  it('counts code points, as Jupyter does', async () => {
    const types = typesThatSay({ from: 7, to: 9, items: [{ text: 'log', kind: 'method' }] });
    const reply = await completeReply({ code: "'🎈';a.lo", cursor_pos: 8 }, nothing, types);
    expect(reply).toMatchObject({ cursor_start: 6, cursor_end: 8 });
  });

  it('returns the suggestions of TypeScript when the bench fails', async () => {
    const types = typesThatSay({ from: 0, to: 1, items: [{ text: 'a', kind: '' }] });
    const reply = await completeReply({ code: 'a', cursor_pos: 1 }, () => Promise.reject(new Error('no')), types);
    expect(reply).toMatchObject({ matches: ['a'] });
  });
});
