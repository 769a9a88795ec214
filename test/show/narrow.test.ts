import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { Trial, topicHelp } from '../../src/assist/index.js';
import { operations, walkRows } from '../../src/client/index.js';
import { Sheet, showError, showText } from '../../src/show/index.js';
import { sessionWith } from '../assist/support/session.js';
import { firstOfItsKind, sampled } from '../support/rotation.js';

const widest = (text: string) => Math.max(...text.split('\n').map((line) => stringWidth(line)));
const WORDS = /[\w'+.:/-]+/g;
/** The words of a text are all there, whole, in their order. */
const wordsOf = (text: string) => text.match(WORDS);

describe('an id on a narrow screen', () => {
  const id = 'a44e5a26-3591-4cbb-b8f7-c7739097a5e2';
  it.each([40, 44, 56, 80])('stays whole at %i columns', (columns) => {
    const record = { id, project_id: id, calling_handler_resource_id: id, friendly_name: 'sales' };
    const sheet = new Sheet([
      {
        pairs: [
          ['target', `webhook https://example.com/ (${id})`],
          ['a long left side here', id],
        ],
      },
    ]);
    for (const text of [showText(record, { columns, zone: 'UTC' }), showText(sheet, { columns })]) {
      const lines = text.split('\n').filter((line) => line.includes('a44e5a26'));
      for (const line of lines) expect(line).toContain(id);
      expect(lines.length).toBeGreaterThan(1);
      expect(widest(text)).toBeLessThan(columns);
    }
  });
});

describe('an id in a table', () => {
  const items = Array.from({ length: 3 }, (_, at) => ({
    id: `a44e5a2${at}-3591-4cbb-b8f7-c7739097a5e${at}`,
    friendly_name: 'sales and support',
    name: `line ${at}`,
  }));
  it.each([36, 40, 50, 60])('shows its start and its end at %i columns, and how to see it', (columns) => {
    const text = showText(items, { columns, zone: 'UTC' });
    for (const { id } of items) expect(text.includes(id) || /a44e5a2\d\S*…\S*7a5e\d/.test(text)).toBe(true);
    for (const [at] of items.entries()) expect(text).toContain(`a44e5a2${at}`);
    expect(text.includes('.ids shows them')).toBe(text.includes('…') && !items.every(({ id }) => text.includes(id)));
    expect(widest(text)).toBeLessThanOrEqual(columns);
  });
  it('is whole where it fits, without a note', () => {
    const text = showText(items, { columns: 80, zone: 'UTC' });
    for (const { id } of items) expect(text).toContain(id);
    expect(text).not.toContain('.ids');
  });
});

describe('an error on a narrow screen', () => {
  const error = Object.assign(new TypeError("play: type must be one of 'audio', 'tts', 'ringtone', 'silence'"), {
    cause: new Error('the field is in the second of three items of the list'),
  });
  const advice = ["await platform.calling.play('call_id')", 'Its arguments: platform.calling.play?'];
  const frames = ['at load (file:///home/me/project/story.ts:12:7)'];
  it.each([40, 80])('breaks no word at %i columns', (columns) => {
    const text = showError(error, { columns, advice });
    expect(widest(text)).toBeLessThan(columns);
    expect(wordsOf(text)).toEqual(wordsOf(showError(error, { advice })));
  });
  it('shows the details of a line below it', () => {
    expect(`\n${showError(error, { columns: 40, advice, frames })}\n`).toMatchInlineSnapshot(`
      "
      TypeError: play: type must be one of
      'audio', 'tts', 'ringtone', 'silence'
        because: the field is in the second
        of three items of the list
        → await
          platform.calling.play('call_id')
        → Its arguments:
          platform.calling.play?
        at load
        (file:///home/me/project/story.ts:12:7)
      "
    `);
  });
  it('stays on one line if the width is not known', () => {
    expect(showError(error, { frames }).split('\n')).toHaveLength(3);
  });
  it('has a colon between each field and its reason', () => {
    const errors = [
      { attribute: 'name', message: 'is missing', code: 'missing' },
      { attribute: 'size', message: 'is not a number' },
    ];
    expect(showError(Object.assign(new Error('422'), { errors }))).toBe(
      'Error: 422\n  name: is missing (missing)\n  size: is not a number',
    );
  });
  it('is red in its name alone', () => {
    expect(showError(new TypeError('no'), { columns: 40, colour: true })).toBe('\x1b[31mTypeError\x1b[39m: no');
  });
});

describe('an example on a narrow screen', () => {
  const shown = (line: string, of: 'TypeScript' | 'shell', columns = 40) =>
    `\n${showText(new Sheet([{ lines: [line], of }]), { columns })}\n`;
  it('is broken between words of the code, and is still the same code', () => {
    expect(
      shown(
        "await platform.phone_numbers.update('PN 1', { name: 'a long name of one', call_handler: 'relay_script' })",
        'TypeScript',
      ),
    ).toMatchInlineSnapshot(`
      "
        await platform.phone_numbers.update(
          'PN 1', { name:
          'a long name of one', call_handler:
          'relay_script' })
      "
    `);
    expect(
      shown(`patchbay skills run weather get_weather '{"place":"New York"}' --json`, 'shell'),
    ).toMatchInlineSnapshot(`
      "
        patchbay skills run weather \\
          get_weather \\
          '{"place":"New York"}' --json
      "
    `);
  });
  it('stays whole where a text alone is too long', () => {
    const line = `f('${'a word '.repeat(20)}')`;
    expect(shown(line, 'TypeScript').trim().split('\n').length).toBeLessThanOrEqual(2);
    expect(shown(line, 'TypeScript')).toContain('a word '.repeat(20));
  });
  const newTrial = () => new Trial({ sandbox: () => undefined, peek: () => undefined });
  const names = [...walkRows(operations)].map(([name]) => name);
  // One of each namespace in every run.
  const tested = sampled(
    names,
    firstOfItsKind((name) => name.slice(0, name.lastIndexOf('.'))),
  );
  it.each(tested)('of %s has the same content as the text', async (name) => {
    const parts = await topicHelp(`platform.${name}`, sessionWith(), newTrial);
    for (const part of parts) {
      if (typeof part === 'string' || !('lines' in part)) continue;
      const text = showText(new Sheet([part]), { columns: 40 });
      expect(text.replace(/\s/g, '')).toBe(part.lines.join('').replace(/\s/g, ''));
      // Only text without a break opportunity is wider.
      for (const line of text.split('\n').filter((one) => stringWidth(one) >= 40))
        expect(line.trim().replace(/'[^']*'/g, "''")).not.toMatch(/[\s([{](?=.)/);
    }
  });
});
