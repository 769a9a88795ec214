import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { wordStart } from '../../src/repl/editor/stops.js';
import { beginSearch, searched } from '../../src/repl/history/index.js';
import { cut } from '../../src/repl/view/fit.js';
import { matchRow } from '../../src/repl/view/search-list.js';
import { graphemes } from '../../src/util/index.js';
import { sampled } from '../support/rotation.js';
import { atThePrompt } from './support/at-the-prompt.js';
import { frame } from './support/frame.js';

const SIZE = 200_000;
const filled = (text: string) => text.repeat(Math.ceil(SIZE / text.length)).slice(0, SIZE);

/** Inputs of 200 kB. Work that grows with the square of their length takes minutes. */
const LARGE: Readonly<Record<string, string>> = {
  'many lines': `const big = [\n${filled("  { i: 1234, s: 'value 1234' },\n")}\n]`,
  'one line': `const big = '${filled('abc def ')}'`,
  'one word': filled('a'),
  'letters of two cells': `const big = '${filled('漢字')}'`,
  emoji: `const big = '${filled('👩‍👩‍👧 🇨🇭')}'`,
  'one letter with marks': `const big = 'e${filled('\u0301')}'`,
  signs: filled('(('),
  'an indent': `const big = 1\n${filled(' ')}2`,
};

/** One key of each kind, as bytes. */
const KEYS = {
  letter: 'x',
  left: '\x1b[D',
  right: '\x1b[C',
  up: '\x1b[A',
  down: '\x1b[B',
  home: '\x01',
  end: '\x05',
  'word left': '\x1bb',
  'word right': '\x1bf',
  backspace: '\x7f',
  'blank back': '\x17',
  undo: '\x1f',
  kill: '\x15',
  yank: '\x19',
};

/** Other programs do not slow it. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Processor time: far more than a key takes on a slow computer, and far less than the square of the length. */
const MAX_MS = 1_500;

/** Each takes three seconds. */
const tested = sampled(Object.entries(LARGE), (_, index) => index === 0);

describe.each(tested)('a large input: %s', (_, large) => {
  it('is pasted, edited and shown in bounded time per key', { timeout: 60_000 }, async () => {
    const { type, store, text } = atThePrompt();
    await type(`\x1b[200~${large}\x1b[201~`);
    expect(text().length).toBeGreaterThanOrEqual(SIZE);
    for (const [name, bytes] of Object.entries(KEYS)) {
      const startMs = cpuMs();
      await type(bytes);
      const { editor } = store.get();
      frame(80, { editor });
      expect({ name, isSlow: cpuMs() - startMs > MAX_MS }).toEqual({ name, isSlow: false });
    }
  });

  it('is found and shown by the search in the history in bounded time per key', { timeout: 60_000 }, async () => {
    const entries = [large, 'const small = 1', `${large};`];
    let search = beginSearch(entries, '');
    for (const query of ['', 'c', 'co', 'const b', 'zzz', large.slice(0, 3_000), large]) {
      const startMs = cpuMs();
      search = searched(entries, search, query);
      const picture = frame(80, { search });
      expect({ size: query.length, isSlow: cpuMs() - startMs > MAX_MS }).toMatchObject({ isSlow: false });
      for (const line of picture.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(80);
      if (query === 'zzz') expect(search.matches).toEqual([]);
    }
  });
});

describe('the parts of a text that are shown', () => {
  const PIECES = [
    'a',
    '漢',
    '\u0301',
    '👩',
    '\u200d',
    '🏽',
    '🇨',
    '🇭',
    '\n',
    '\r',
    ' ',
    '\ud83d',
    'ก',
    'ำ',
    '한',
    'क',
    '्',
    'ष',
  ];
  // A fixed series, so that a failure repeats.
  const texts = Array.from({ length: 60 }, (_, text) =>
    Array.from({ length: 40 * text }, (_, at) => PIECES[(at * at * 7 + at * text + (at >> 3)) % PIECES.length]).join(
      '',
    ),
  );
  it('are the graphemes that Intl.Segmenter finds in the whole text', () => {
    for (const text of texts)
      expect(graphemes(text)).toEqual(Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment));
  });
  it('fit the width', () => {
    for (const text of texts.map((one) => one.replace(/[\r\n]/g, '')))
      for (const width of [1, 10, 80]) expect(stringWidth(cut(text, width))).toBeLessThanOrEqual(width);
  });
  it('include a query in the middle of a large statement', () => {
    const statement = `${filled('x ')}needle${filled(' y')}`;
    const { before, hit, after } = matchRow(statement, 'NEEDLE', 40);
    expect([before.startsWith('…x'), hit, after.endsWith('…')]).toEqual([true, 'needle', true]);
  });
  it('of a word start where the word does', () => {
    for (const text of ['foo bar', 'foo.bar(', 'é_$1 ', '𝒳y z', '', '  '])
      for (let at = 0; at <= text.length; at++)
        expect(wordStart(text, at)).toBe(/[\p{L}\p{N}\p{M}_$]*[^\p{L}\p{N}\p{M}_$]*$/u.exec(text.slice(0, at))?.index);
  });
});
