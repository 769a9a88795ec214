import { describe, expect, it } from 'vitest';
import { ranked } from '../../src/assist/complete/suggestion.js';
import { complete, type Suggestion } from '../../src/assist/index.js';
import { isRow, operations, type Tree, walkRows } from '../../src/client/index.js';
import { sessionWith } from './support/session.js';

const named = (...names: string[]): Suggestion[] => names.map((text) => ({ text, kind: 'method' }));
const order = (typed: string, ...names: string[]) => ranked(named(...names), typed).map(({ text }) => text);
const offers = async (source: string, scope: Record<string, unknown> = {}) =>
  (await complete(source, source.length, sessionWith(scope))).items.map(({ text }) => text);

describe('similar names', () => {
  it.each([...walkRows(operations)].map(([name]) => name))(
    'include %s for any of its letters in order',
    async (name) => {
      const dot = name.lastIndexOf('.') + 1;
      const [space, method] = [`platform.${name.slice(0, dot)}`, name.slice(dot)];
      const siblings = membersOf(name.slice(0, Math.max(0, dot - 1)));
      // Names that start with the typed text come first.
      for (const typed of [
        method.replace(/(?<=.)[aeiou]/g, ''),
        [...method].filter((_, index) => index % 2 === 0).join(''),
        (method[0] as string) + (method.at(-1) as string),
      ])
        if (!siblings.some((sibling) => sibling.startsWith(typed)))
          expect(await offers(space + typed)).toContain(method);
    },
  );

  it.each([
    ['platform.calling.dil', 'dial'],
    ['platform.calling.dl', 'dial'],
    ['platform.calling.dial({ snddig', 'send_digits'],
    ['platform.fabric.subscribers.lst', 'list'],
    ['plform', 'platform'],
    ['numbers[0].nme', 'name'],
  ])('offers after %s first of all %s', async (source, wanted) => {
    expect((await offers(source, { numbers: [{ id: '1', name: 'a', country_code: 'b' }] }))[0]).toBe(wanted);
  });

  it('start with matches at the start of words and of consecutive letters', () => {
    expect(order('pp', 'stop_prop', 'play_pause')).toEqual(['play_pause', 'stop_prop']);
    expect(order('stop', 'some_text_option', 'denoise_stop', 'play_stop')).toEqual([
      'play_stop',
      'denoise_stop',
      'some_text_option',
    ]);
    expect(order('nb', 'phoneNumber', 'phoneTin', 'number_bag')).toEqual(['number_bag', 'phoneNumber']);
  });
  it('are empty when a letter is missing, and accept any text', () => {
    expect(order('plz', 'play', 'dial')).toEqual([]);
    expect(order('x'.repeat(100_000), 'x'.repeat(100_001), 'play')).toEqual([`${'x'.repeat(100_001)}`]);
    expect(order('ax'.repeat(100_000), 'ab'.repeat(200_000))).toEqual([]);
    expect(order('👩', 'a 👩‍👧 b')).toEqual(['a 👩‍👧 b']);
  });
});

function membersOf(path: string): string[] {
  let node = operations as unknown as Tree;
  for (const step of path === '' ? [] : path.split('.')) node = node[step] as Tree;
  return isRow(node as never) ? [] : Object.keys(node);
}
