import { describe, expect, it } from 'vitest';
import { type EditorState, EMPTY, reduce } from '../../src/repl/editor/index.js';
import { type Key, KeyParser } from '../../src/repl/keys/index.js';

const ESC = '\x1b';
const KEYS: Record<string, string> = {
  left: `${ESC}[D`,
  right: `${ESC}[C`,
  up: `${ESC}[A`,
  down: `${ESC}[B`,
  home: `${ESC}[H`,
  end: `${ESC}[F`,
  delete: `${ESC}[3~`,
  backspace: '\x7f',
  'word-left': `${ESC}b`,
  'word-right': `${ESC}f`,
  newline: `${ESC}\r`,
  'ctrl-a': '\x01',
  'ctrl-e': '\x05',
  'ctrl-k': '\x0b',
  'ctrl-u': '\x15',
  'ctrl-w': '\x17',
  'ctrl-y': '\x19',
  'alt-backspace': `${ESC}\x7f`,
  undo: '\x1f',
  redo: `${ESC}/`,
  'alt-y': `${ESC}y`,
  'ctrl-t': '\x14',
  'alt-u': `${ESC}u`,
  'alt-l': `${ESC}l`,
  'alt-c': `${ESC}c`,
  'alt-t': `${ESC}t`,
  'alt-backslash': `${ESC}\\`,
};

/** Feeds `<left>`-style names and plain text; shows the text with `|` at the cursor. */
function edited(script: string, from = ''): string {
  const parser = new KeyParser();
  let state: EditorState = EMPTY;
  const feed = (keys: readonly Key[]) => {
    for (const key of keys) state = reduce(state, key);
  };
  if (from !== '') feed([{ kind: 'paste', text: from }]);
  for (const part of script.split(/(<[a-z-]+>)/).filter(Boolean)) {
    const name = /^<(.+)>$/.exec(part)?.[1];
    const bytes = name === undefined ? part : (KEYS[name] ?? part);
    // A letter a chunk, as it is typed.
    for (const piece of name === undefined ? bytes : [bytes]) feed(parser.push(Buffer.from(piece)));
  }
  return `${state.text.slice(0, state.cursor)}|${state.text.slice(state.cursor)}`;
}

describe('redo, older cuts and swapped letters', () => {
  it.each([
    ['one two<undo><redo>', 'one two|'],
    ['one<left>two<undo><undo><redo><redo><redo>', 'ontwo|e'],
    ['one<undo>two<redo>', 'two|'],
    ['a b<ctrl-w><left>c<ctrl-u><ctrl-y>', 'ac| '],
    ['one<ctrl-u>two<ctrl-u>three<ctrl-u><ctrl-y><alt-y>', 'two|'],
    ['one<ctrl-u>two<ctrl-u><ctrl-y><alt-y>', 'one|'],
    ['one<ctrl-u>two<ctrl-u><ctrl-y><alt-y><alt-y>', 'two|'],
    ['one<ctrl-u>x<alt-y>', 'x|'],
    ['abc<ctrl-t>', 'acb|'],
    ['abc<left><ctrl-t>', 'acb|'],
    ['abc<left><left><ctrl-t>', 'ba|c'],
    ['a<ctrl-t>', 'a|'],
    ['abc<home><ctrl-t>', '|abc'],
    ['ab<newline>c<ctrl-t>', 'ab\nc|'],
    ['<ctrl-t>', '|'],
  ])('%s', (script, picture) => expect(edited(script)).toBe(picture));
});

describe('words and blanks', () => {
  it.each([
    ['one two<home><alt-u>', 'ONE| two'],
    ['one two<home><alt-u><alt-u>', 'ONE TWO|'],
    ['ONE TWO<home><alt-l>', 'one| TWO'],
    ['oNE tWO<home><alt-c><alt-c>', 'One Two|'],
    ['one<alt-u>', 'one|'],
    ['one<home><alt-u><undo>', '|one'],
    ['f(one, two)<alt-t>', 'f(two, one|)'],
    ['one two three<home><word-right><alt-t>', 'two one| three'],
    ['one two<home><alt-t>', '|one two'],
    ['one<alt-t>', 'one|'],
    ['<alt-t>', '|'],
    ['one   two<word-left><left><alt-backslash>', 'one|two'],
    ['one<alt-backslash>', 'one|'],
  ])('%s', (script, picture) => expect(edited(script)).toBe(picture));
});

describe('moving the cursor', () => {
  it.each([
    ['abc<left>x', 'abx|c'],
    ['abc<left><left><right>x', 'abx|c'],
    ['abc<home>x', 'x|abc'],
    ['abc<ctrl-a><ctrl-e>x', 'abcx|'],
    ['one.two(three)<word-left>', 'one.two(|three)'],
    ['one.two(three)<word-left><word-left>', 'one.|two(three)'],
    ['one.two(three)<home><word-right><word-right>', 'one.two|(three)'],
    ['<left><left>a', 'a|'],
  ])('%s', (script, picture) => expect(edited(script)).toBe(picture));

  it('moves over a grapheme in one step', () => {
    expect(edited('<left>', 'a👩‍👩‍👧')).toBe('a|👩‍👩‍👧');
    expect(edited('<backspace>', 'ae\u0301')).toBe('a|');
    expect(edited('<home><delete>', '🇩🇪b')).toBe('|b');
  });
  it('keeps the column when it moves up and down past a shorter line', () => {
    expect(edited('<up><up>', 'longer line\nab\nanother one')).toBe('longer line|\nab\nanother one');
    expect(edited('<left><left><up><up><down><down>', 'longer line\nab\nanother one')).toBe(
      'longer line\nab\nanother o|ne',
    );
  });
  it('moves to the ends of the line, not of the text', () => {
    expect(edited('<up><home>', 'one\ntwo')).toBe('|one\ntwo');
    expect(edited('<up><end>x', 'one\nt')).toBe('onex|\nt');
  });
});

describe('removing text', () => {
  it.each([
    ['abc<backspace>', 'ab|'],
    ['abc<home><delete>', '|bc'],
    ['<backspace><delete>', '|'],
    ['a b.c<ctrl-w>', 'a |'],
    ['a b.c<alt-backspace>', 'a b.|'],
    ['abc<left><ctrl-k>', 'ab|'],
    ['abc<left><ctrl-u>', '|c'],
  ])('%s', (script, picture) => expect(edited(script)).toBe(picture));

  it('joins lines at their ends', () => {
    expect(edited('<up><end><ctrl-k>', 'a\nb')).toBe('a|b');
    expect(edited('<home><backspace>', 'a\nb')).toBe('a|b');
  });
  it('yanks the killed text', () => {
    expect(edited('one two<ctrl-w>x <ctrl-y>')).toBe('one x two|');
  });
  it('yanks consecutive kills as one piece', () => {
    expect(edited('one two three<ctrl-w><ctrl-w><home><ctrl-y>')).toBe('two three|one ');
  });
});

describe('undoing', () => {
  it('undoes typing word by word', () => {
    expect(edited('one two<undo>')).toBe('one|');
    expect(edited('one two<undo><undo>')).toBe('|');
  });
  it('undoes a kill and a paste', () => {
    expect(edited('<ctrl-u><undo>', 'kept')).toBe('kept|');
    expect(edited('<undo>', 'pasted')).toBe('|');
  });
  it('does nothing without changes', () => {
    expect(edited('<undo>a')).toBe('a|');
  });
});

describe('lines', () => {
  it.each([
    ['a<newline>b', 'a\nb|'],
    ['f({<newline>a', 'f({\n  a|'],
    ['f({<newline>a,<newline>b', 'f({\n  a,\n  b|'],
    ['() =><newline>x', '() =>\n  x|'],
    ['f({<newline>}', 'f({\n}|'],
    ['if (a) {<newline>b({<newline>c<newline>}', 'if (a) {\n  b({\n    c\n  }|'],
  ])('%s', (script, picture) => expect(edited(script)).toBe(picture));
});

it('returns the same state for keys without an editing command', () => {
  const enter = new KeyParser().push(Buffer.from('\r'))[0] as Key;
  expect(reduce(EMPTY, enter)).toBe(EMPTY);
});
