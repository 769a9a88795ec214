import { expect, it } from 'vitest';
import { rowOf } from '../../src/repl/picker.js';
import { atThePrompt } from './support/at-the-prompt.js';

const CTRL_O = '\x0f';
const knownItems = [
  { value: 'e252e4bf-a327-4480-980e-83eda7506b53', kind: 'queue', label: 'night shift' },
  { value: '+12065550100', kind: 'number', label: 'Front desk' },
  { value: '1abbc9d5-6d27-49ec-a4cf-ce40b66d2308', kind: 'call' },
];
const shown = ({ store }: ReturnType<typeof atThePrompt>) => store.get().picker?.matches.map(({ value }) => value);

it('Ctrl-O lists ids and numbers, letters filter them, and Enter inserts one in quotes', async () => {
  const prompt = atThePrompt({ knownItems });
  await prompt.type('get(', CTRL_O);
  expect(shown(prompt)).toHaveLength(3);
  await prompt.type('ngt');
  expect(shown(prompt)).toEqual([knownItems[0]?.value]);
  await prompt.type('\r');
  expect(prompt.text()).toBe(`get('${knownItems[0]?.value}'`);
  expect(prompt.store.get().picker).toBeUndefined();
  expect(prompt.calls).toEqual([]);
});

it('inserts no second quotes in a string', async () => {
  const prompt = atThePrompt({ knownItems });
  await prompt.type("from('", CTRL_O, '2065', '\r');
  expect(prompt.text()).toBe("from('+12065550100");
});

it('moves with the arrows, widens with Backspace, and Esc leaves the input as it was', async () => {
  const prompt = atThePrompt({ knownItems });
  await prompt.type('x = ', CTRL_O, '\x1b[B', '\x1b[B', '\x1b[B');
  expect(prompt.store.get().picker?.selected).toBe(2);
  await prompt.type('\x1b[A', 'call', '\x7f\x7f\x7f\x7f');
  expect(shown(prompt)).toHaveLength(3);
  await prompt.type('\x1b');
  await prompt.type('1');
  expect(prompt.store.get().picker).toBeUndefined();
  expect(prompt.text()).toBe('x = 1');
});

it('without ids, and without a match, Enter inserts nothing and Ctrl-C leaves', async () => {
  const prompt = atThePrompt();
  await prompt.type(CTRL_O, '\r');
  expect(shown(prompt)).toEqual([]);
  await prompt.type('zz', '\r', '\x03');
  expect(prompt.store.get().picker).toBeUndefined();
  expect(prompt.text()).toBe('');
});

it('a row starts with what tells items apart', () => {
  expect(knownItems.map(rowOf)).toEqual([
    'night shift · queue · e252e4bf-a327-4480-980e-83eda7506b53',
    '+12065550100 · Front desk · number',
    'call · 1abbc9d5-6d27-49ec-a4cf-ce40b66d2308',
  ]);
});
