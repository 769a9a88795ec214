import { describe, expect, it } from 'vitest';
import type { Suggestion } from '../../src/assist/index.js';
import { type EditorState, EMPTY, reduce } from '../../src/repl/editor/index.js';
import { acceptSelected, applyCompletion, filterPopup, moveSelection, type Popup } from '../../src/repl/popup.js';

const named = (...names: string[]): Suggestion[] => names.map((text) => ({ text, kind: 'method' }));
const writing = (text: string): EditorState => reduce(EMPTY, { kind: 'text', text });
const PLAY = named('play', 'play_pause', 'play_stop');

describe('a new completion', () => {
  it('completes the word when there is one suggestion', () => {
    const { editor, popup } = applyCompletion(writing('queues.li'), { from: 7, to: 9, items: named('list') });
    expect([editor.text, editor.cursor, popup]).toEqual(['queues.list', 11, undefined]);
  });
  it('opens no list for a word that is already complete', () => {
    const whole = { from: 7, to: 11, items: named('list') };
    const { editor, popup } = applyCompletion(writing('queues.list'), whole);
    expect([editor.text, popup?.items, popup?.call?.text]).toEqual(['queues.list', [], 'list is complete']);
    const call = { text: 'list()', doc: 'List queues.' };
    expect(applyCompletion(writing('queues.list'), { ...whole, call }).popup).toMatchObject({ items: [], call });
  });
  it('lists a single suggestion that does not start with the word', () => {
    const { editor, popup } = applyCompletion(writing('plyback'), { from: 0, to: 7, items: named('playback') });
    expect([editor.text, popup?.items.length]).toEqual(['plyback', 1]);
  });
  it('lists a single suggestion that differs in case', () => {
    const { editor, popup } = applyCompletion(writing('na'), { from: 0, to: 2, items: named('NaN') });
    expect([editor.text, popup?.items.length]).toEqual(['na', 1]);
  });
  it('inserts the common start and lists the suggestions', () => {
    const { editor, popup } = applyCompletion(writing('calling.p'), { from: 8, to: 9, items: PLAY });
    expect([editor.text, popup?.to, popup?.selected]).toEqual(['calling.play', 12, -1]);
  });
  it('lists suggestions without changing a word that none of them starts with', () => {
    const { editor, popup } = applyCompletion(writing('pl'), { from: 0, to: 2, items: named('replay', 'reply') });
    expect([editor.text, popup?.items.length]).toEqual(['pl', 2]);
  });
  it('does nothing without suggestions', () => {
    const before = writing('zzz');
    expect(applyCompletion(before, { from: 0, to: 3, items: [] })).toEqual({ editor: before, popup: undefined });
  });
  it('keeps the text after the cursor', () => {
    const before = { ...writing('a. + 1'), cursor: 2 };
    expect(applyCompletion(before, { from: 2, to: 2, items: named('size') }).editor).toMatchObject({
      text: 'a.size + 1',
      cursor: 6,
    });
  });
});

describe('the list of suggestions', () => {
  const list: Popup = { from: 0, to: 4, items: PLAY, selected: -1 };
  it('wraps around at its ends', () => {
    const last = moveSelection(list, -1);
    expect([moveSelection(list, 1).selected, last.selected, moveSelection(last, 1).selected]).toEqual([0, 2, 0]);
  });
  it('replaces the word with the selected suggestion', () => {
    expect(acceptSelected(writing('play'), { ...list, selected: 2 }).text).toBe('play_stop');
  });
  it('changes nothing when no suggestion is selected', () => {
    const before = writing('play');
    expect(acceptSelected(before, list)).toBe(before);
  });
  it('filters the suggestions while the user types', () => {
    expect(filterPopup(list, writing('play_s'))?.items).toEqual(named('play_stop'));
  });
  it('closes when no suggestion matches or the cursor leaves the word', () => {
    expect([filterPopup(list, writing('play_x')), filterPopup(list, writing('play('))]).toEqual([undefined, undefined]);
  });
});
