import { describe, expect, it } from 'vitest';
import type { Suggestion } from '../../src/assist/index.js';
import { accepted, chosen, completed, type Popup, refined } from '../../src/repl/completion/index.js';
import { type EditorState, EMPTY, reduce } from '../../src/repl/editor/index.js';

const named = (...names: string[]): Suggestion[] => names.map((text) => ({ text, kind: 'method' }));
const writing = (text: string): EditorState => reduce(EMPTY, { kind: 'text', text });
const PLAY = named('play', 'play_pause', 'play_stop');

describe('an answer', () => {
  it('finishes the word when there is one suggestion', () => {
    const { editor, popup } = completed(writing('queues.li'), { from: 7, to: 9, items: named('list') });
    expect([editor.text, editor.cursor, popup]).toEqual(['queues.list', 11, undefined]);
  });
  it('only offers one that is spelled differently', () => {
    const { editor, popup } = completed(writing('plyback'), { from: 0, to: 7, items: named('playback') });
    expect([editor.text, popup?.items.length]).toEqual(['plyback', 1]);
  });
  it('goes as far as all suggestions agree and offers the rest', () => {
    const { editor, popup } = completed(writing('calling.p'), { from: 8, to: 9, items: PLAY });
    expect([editor.text, popup?.to, popup?.selected]).toEqual(['calling.play', 12, -1]);
  });
  it('offers without touching a word that no suggestion starts with', () => {
    const { editor, popup } = completed(writing('pl'), { from: 0, to: 2, items: named('replay', 'reply') });
    expect([editor.text, popup?.items.length]).toEqual(['pl', 2]);
  });
  it('does nothing when nothing fits', () => {
    const before = writing('zzz');
    expect(completed(before, { from: 0, to: 3, items: [] })).toEqual({ editor: before, popup: undefined });
  });
  it('keeps what stands behind the cursor', () => {
    const before = { ...writing('a. + 1'), cursor: 2 };
    expect(completed(before, { from: 2, to: 2, items: named('size') }).editor).toMatchObject({
      text: 'a.size + 1',
      cursor: 6,
    });
  });
});

describe('the list', () => {
  const list: Popup = { from: 0, to: 4, items: PLAY, selected: -1 };
  it('goes round its ends', () => {
    const last = chosen(list, -1);
    expect([chosen(list, 1).selected, last.selected, chosen(last, 1).selected]).toEqual([0, 2, 0]);
  });
  it('puts the chosen one in place of the word', () => {
    expect(accepted(writing('play'), { ...list, selected: 2 }).text).toBe('play_stop');
  });
  it('puts nothing when none is chosen', () => {
    const before = writing('play');
    expect(accepted(before, list)).toBe(before);
  });
  it('narrows while the word is typed on', () => {
    expect(refined(list, writing('play_s'))?.items).toEqual(named('play_stop'));
  });
  it('closes when nothing fits any more, and when the word was left', () => {
    expect([refined(list, writing('play_x')), refined(list, writing('play('))]).toEqual([undefined, undefined]);
  });
});
