import { describe, expect, it } from 'vitest';
import { EDITING_KEYS, VI_KEYS } from '../../src/bench/commands/arguments/key-help.js';
import { highlighted, selected } from '../../src/repl/editor/index.js';
import { ALIASES, COMMANDS, OPERATORS } from '../../src/repl/vi/commands.js';
import { LINE_MOTIONS, MARK_MOTIONS, MOTIONS } from '../../src/repl/vi/motions.js';
import { TEXT_OBJECTS } from '../../src/repl/vi/text-objects.js';
import { atThePrompt } from './support/at-the-prompt.js';
import { frame } from './support/frame.js';

const ESC = '\x1b';
const CTRL_R = '\x12';

/** Puts a text at the prompt with the cursor at `|`, begins normal mode there, and types keys. */
async function vi(marked: string, ...keys: string[]) {
  const prompt = atThePrompt({ keys: 'vi' });
  const cursor = marked.indexOf('|');
  const { editor } = prompt.store.get();
  prompt.store.set({ editor: { ...editor, text: marked.replace('|', ''), cursor }, vi: normal });
  await prompt.type(...keys);
  return prompt;
}
const normal = { mode: 'normal', pending: '', undoFrom: 0 } as const;

const shown = ({ store }: Awaited<ReturnType<typeof vi>>) => {
  const { editor, vi: state } = store.get();
  const mark = state?.mode === 'insert' ? '^' : '|';
  return editor.text.slice(0, editor.cursor) + mark + editor.text.slice(editor.cursor);
};

const NORMAL_MODE = [
  // Motions.
  ['one |two', 'h', 'one| two'],
  ['|one', 'h', '|one'],
  ['on|e', 'l', 'on|e'],
  ['|one two', '3l', 'one| two'],
  ['  one |two', '0', '|  one two'],
  ['  one |two', '^', '  |one two'],
  ['|one two', '$', 'one tw|o'],
  ['|one.two three', 'w', 'one|.two three'],
  ['|one.two three', 'W', 'one.two |three'],
  ['|one.two three', '3w', 'one.two |three'],
  ['one |\ntwo', 'w', 'one \n|two'],
  ['one.two |three', 'b', 'one.|two three'],
  ['one.two |three', 'B', '|one.two three'],
  ['|one.two three', 'e', 'on|e.two three'],
  ['|one.two three', 'E', 'one.tw|o three'],
  ['on|e', 'e', 'on|e'],
  ['|a.b.c', 'f.', 'a|.b.c'],
  ['|a.b.c', '2f.', 'a.b|.c'],
  ['|a.b.c', 'f.;', 'a.b|.c'],
  ['|a.b.c', 'f.;,', 'a|.b.c'],
  ['|ab.cd.e', 't.;', 'ab.c|d.e'],
  ['a.b.|c', 'F.', 'a.b|.c'],
  ['a.b.|c', 'T.', 'a.b.|c'],
  ['a.bcd|e', 'T.', 'a.|bcde'],
  ['|abc', 'fx', '|abc'],
  ['one\n  two|', 'gg', '|one\n  two'],
  ['|one\n  two', 'G', 'one\n  |two'],
  ['o|ne\ntwo\nthree', 'j', 'one\nt|wo\nthree'],
  ['one\ntwo\nth|ree', '2k', 'on|e\ntwo\nthree'],
  ['one| two', ' ', 'one |two'],
  // Operators.
  ['one |two three', 'dw', 'one |three'],
  ['one |two\nthree', 'dw', 'one| \nthree'],
  ['|one two three', 'd2w', '|three'],
  ['|one two three four', '2d2w', '|'],
  ['one two| three', 'db', 'one | three'],
  ['|one two', 'de', '| two'],
  ['one |two', 'd$', 'one| '],
  ['one |two', 'D', 'one| '],
  ['one |two', 'd0', '|two'],
  ['|f(a, b)', 'dt)', '|)'],
  ['|f(a, b)', 'df,', '| b)'],
  ['one\nt|wo\nthree', 'dd', 'one\n|three'],
  ['one\n|two', 'dd', '|one'],
  ['|one\ntwo\nthree', '2dd', '|three'],
  ['|one\ntwo\nthree', 'dj', '|three'],
  ['one\ntwo\n|three', 'dk', '|one'],
  ['one\nt|wo', 'dgg', '|'],
  ['|one two', 'x', '|ne two'],
  ['|one two', '3x', '| two'],
  ['one |two', 'X', 'one|two'],
  ['one |two', 'cw', 'one ^'],
  ['|one two', 'cw', '^ two'],
  ['|one two three', 'c2w', '^ three'],
  ['on|e two', 'cw', 'on^ two'],
  ['one |two', 'C', 'one ^'],
  ['  on|e\ntwo', 'cc', '  ^\ntwo'],
  ['  on|e\ntwo', 'S', '  ^\ntwo'],
  ['|one', 's', '^ne'],
  ['|one', '2s', '^e'],
  // Other commands.
  ['|one', 'rx', '|xne'],
  ['|one', '3rx', 'xx|x'],
  ['|one', '4rx', '|one'],
  ['|oNe', '~', 'O|Ne'],
  ['|oNe', '3~', 'On|E'],
  ['|one two', 'ywP', 'one| one two'],
  ['|one two', 'ye$p', 'one twoon|e'],
  ['|one two', 'ye$2p', 'one twooneon|e'],
  ['|one\ntwo', 'yyp', 'one\n|one\ntwo'],
  ['one\n|two', 'yyP', 'one\n|two\ntwo'],
  ['|one\ntwo', 'ddp', 'two\n|one'],
  ['|one two', 'xxu', '|ne two'],
  ['|one two', 'xx2u', '|one two'],
  ['|one', 'i', '^one'],
  ['|one', 'a', 'o^ne'],
  ['  on|e', 'I', '  ^one'],
  ['|one', 'A', 'one^'],
  ['  on|e\ntwo', 'o', '  one\n  ^\ntwo'],
  ['  on|e\ntwo', 'O', '  ^\n  one\ntwo'],
  ['|', 'x', '|'],
  ['|', 'dd', '|'],
  // Text objects.
  ["f('|abc')", "ci'", "f('^')"],
  ["|f('abc')", "ci'hello", "f('hello^')"],
  ['f("a\\"|b", \'c\')', 'di"', 'f("|", \'c\')'],
  ['f(`|abc`)', 'ci`', 'f(`^`)'],
  ["|x = 'a' + 1", "da'", 'x = |+ 1'],
  ["x = |'a'", "da'", 'x |='],
  ["|it's", "ci'", "|it's"],
  ['f(|a, g(b))', 'di(', 'f(|)'],
  ['f(a, g(|b))', '2di)', 'f(|)'],
  ['f(a, |g(b))', 'dib', 'f(|)'],
  ['f(a|, b)', 'da(', '|f'],
  ['a[|1] + 2', 'da[', 'a| + 2'],
  ['f({ |a: 1 })', 'ci{', 'f({^})'],
  ['f({ a: |{ b } })', 'diB', 'f({ a: {|} })'],
  ['Map<|string>', 'ci<', 'Map<^>'],
  ['f({\n  |a: 1,\n  b: 2,\n})', 'di{', 'f({\n|})'],
  ['f({\n  |a: 1,\n  b: 2,\n})', 'ci{', 'f({\n  ^\n})'],
  ['|f()', 'di(', '|f()'],
  ['one t|wo three', 'ciw', 'one ^ three'],
  ['one t|wo three', 'diw', 'one | three'],
  ['one t|wo three', 'daw', 'one |three'],
  ['one t|wo', 'daw', 'on|e'],
  ['one t|wo three four', 'd2aw', 'one |four'],
  ['one| two three', 'daw', 'one| three'],
  ['one| two', 'diw', 'one|two'],
  ['a.|b.c d', 'diW', '| d'],
  ['a.b|c.d', 'daw', 'a.|.d'],
  ['|one two', 'yiwP', 'on|eone two'],
  ['|', 'diw', '|'],
  // Brackets, ends of words, and lines.
  ['|f(a, (b))', '%', 'f(a, (b)|)'],
  ['f(a, (b)|)', '%', 'f|(a, (b))'],
  ['|f(a) + 1', 'd%', '| + 1'],
  ['f(a|) + 1', 'd%', 'f| + 1'],
  ['|one', '%', '|one'],
  ['one two.thr|ee', 'ge', 'one two|.three'],
  ['one two.thr|ee', 'gE', 'on|e two.three'],
  ['one two thr|ee', '2ge', 'on|e two three'],
  ['one tw|o', 'dge', 'o|n'],
  ['|one', 'ge', '|one'],
  ['o|ne\n  two\nthree', 'J', 'one| two\nthree'],
  ['o|ne\n  two\nthree', '3J', 'one two| three'],
  ['f(|1\n)', 'J', 'f(1|)'],
  ['on|e', 'J', 'on|e'],
  ['|one\ntwo', 'Ju', '|one\ntwo'],
  // Repeated changes.
  ['|one two three', 'dw.', '|three'],
  ['|one two three four', 'dw2.', '|four'],
  ['|abcdef', '2x.', '|ef'],
  ['|abcdef', '2x3.', '|f'],
  ['|abc', 'rxl.', 'x|xc'],
  ['|one two', '.', '|one two'],
  ['|abc', 'xxu.', '|c'],
  // Registers.
  ['|one two', '"aywwP', 'one one| two'],
  ['|one two three', '"adw"bdw"ap"bp', 'tone two| hree'],
  ['|one two three', '"adwdw"aP', 'one| three'],
  ['|one two three', '"adw"Adw"aP', 'one two| three'],
  ['|one\ntwo\nthree', '"add"Add"ap', 'three\n|one\ntwo'],
  ['|one\ntwo', '"ayyw"Ayiw"ap', 'one\ntwo\n|one\ntwo'],
  ['|one two', '"ayw"bp', '|one two'],
  ['|one two', '"a2dw"ap', 'one tw|o'],
  ['|one two', '"ay\x1bx', '|ne two'],
  // Marks.
  ['one t|wo', 'ma0`aD', 'one |t'],
  ['one\n  t|wo\nthree', "magg'aD", 'one\n | \nthree'],
  ['one t|wo three', 'ma$d`a', 'one t|e'],
  ['o|ne\ntwo\nthree', "maGd'a", '|'],
  ['one\nt|wo', 'maggdd`ax', 't|o'],
  ['on|e two', 'madd`ax', '|'],
  ['|one', '`ax', '|ne'],
  // Visual mode.
  ['|one two', 'vwd', '|wo'],
  ['one |two', 'vbd', '|wo'],
  ['|one two three', 'v2wx', '|hree'],
  ['|one two', 'vex', '| two'],
  ['|abc', 'vd', '|bc'],
  ['|one two', 'vecx', 'x^ two'],
  ['|one two', 'vesx', 'x^ two'],
  ['one |two', 'v$yP', 'one tw|otwo'],
  ['|one two', 'vey$p', 'one twoon|e'],
  ['o|ne\ntwo\nthree', 'Vd', '|two\nthree'],
  ['o|ne\ntwo\nthree', 'Vjd', '|three'],
  ['one\nt|wo\nthree', 'Vkyjp', 'one\ntwo\n|one\ntwo\nthree'],
  ['  on|e\ntwo', 'Vcx', '  x^\ntwo'],
  ['one\nt|wo', 'vX', '|one'],
  ['o|ne\ntwo', 'vjd', 'o|o'],
  ['o|ne two', 'vwohd', '|wo'],
  ['|one two', 'vvx', '|ne two'],
  ['|one\ntwo', 'Vvd', '|ne\ntwo'],
  ['on|e\ntwo', 'vVd', '|two'],
  ['|one two', 'v\x1bx', '|ne two'],
  ['|one two', 'vwU', '|ONE Two'],
  ['|ONE two', 'veu', '|one two'],
  ['|oNe', 'v$~', '|OnE'],
  ['|one\ntwo', 'vjrx', '|xxx\nxwo'],
  ['|one\ntwo\nthree', 'VjJ', 'one| two\nthree'],
  ['f(|a, b)', 'vi(d', 'f(|)'],
  ['one t|wo three', 'viwd', 'one | three'],
  ["f('|abc')", "va'd", 'f(|)'],
  ['|f(a) + 1', 'v%d', '| + 1'],
  ['|one, two', 'vf,d', '| two'],
  ['|one two', 'ywwviwp', 'one one| '],
  ['|one\ntwo', 'yyjVp', 'one\n|one'],
  ['|one two', 'yywvep', 'one \n|one two\n'],
  ['|one two', 've"ayw"ap', 'one ton|ewo'],
  ['|one two', 'vw"bp', '|one two'],
  ['|one two three', 'vemaw`ad', '| two three'],
  ['|one two', 'vzd', '|ne two'],
  ['|one two', 'veduve', 'on|e two'],
  ['|👍🏽b', 'vd', '|b'],
  // Invalid and unfinished commands.
  ['|one', 'dzx', '|ne'],
  ['|one', 'd\x1bx', '|ne'],
  ['|one two', 'ditx', '|ne two'],
  ["f(|'a', b)", "ci'", "f('^', b)"],
  ['|one two', '2ya(x', '|ne two'],
  ['|one two', 'maztx', '|ne two'],
  ['|one two', '"xx', '|ne two'],
  ['|one two', '"1x', '|ne two'],
  ['|one two', 'mAx', '|ne two'],
  ['|one two', "'\x1bx", '|ne two'],
  ['|one', '2\x1b', '|one'],
  // Graphemes.
  ['a|👍🏽b', 'x', 'a|b'],
  ['|👍🏽b', 'l', '👍🏽|b'],
  ['|é👍🏽 b', 'w', 'é|👍🏽 b'],
] as const;

describe('the normal mode of vi', () => {
  it.each(NORMAL_MODE)('%j, then %j, gives %j', async (before, keys, after) => {
    expect(shown(await vi(before, keys))).toBe(after);
    // One by one, as a user types them.
    expect(shown(await vi(before, ...keys))).toBe(after);
  });

  it('redoes with Ctrl-R', async () => {
    expect(shown(await vi('|one', 'xx', 'uu', CTRL_R))).toBe('|ne');
  });
  it('undoes the text of one insert mode at once', async () => {
    const prompt = await vi('|', 'i', 'one two three', ESC, 'u');
    expect(prompt.text()).toBe('');
    const changed = await vi('|one two', 'cw', 'a b c', ESC, 'u');
    expect(changed.text()).toBe('one two');
  });
  it('does not move the cursor after the last character', async () => {
    expect(shown(await vi('one|\ntwo', `${ESC}[C`, `${ESC}[F`))).toBe('on|e\ntwo');
  });
});

describe('the . key of vi', () => {
  it('repeats a change with the text typed after it', async () => {
    const prompt = await vi("f('|a', 'b')", "ci'hello", ESC);
    expect(shown(prompt)).toBe("f('hell|o', 'b')");
    await prompt.type('fb', '.');
    expect(shown(prompt)).toBe("f('hello', 'hell|o')");
    await prompt.type('u');
    expect(prompt.text()).toBe("f('hello', 'b')");
  });
  it('repeats an insertion at another place', async () => {
    const prompt = await vi('|a b', 'ix', ESC, 'w.');
    expect(shown(prompt)).toBe('xa |xb');
    await prompt.type('A;', ESC, '.');
    expect(prompt.text()).toBe('xa xb;;');
  });
  it('repeats the change of an earlier input', async () => {
    const prompt = await vi('|one two', 'cwx', ESC);
    await prompt.type('\r', 'three four', ESC, '0.');
    expect(shown(prompt)).toBe('|x four');
  });
  it('does not repeat an insertion that changed the text around it', async () => {
    const prompt = await vi('|one two', 'x', 'A', '\x15', 'new', ESC, '.');
    expect(prompt.text()).toBe('ne');
  });
});

describe('vi keys at the prompt', () => {
  it('begin each input in insert mode', async () => {
    const { type, store, calls, text } = atThePrompt({ keys: 'vi' });
    await type('1 + 1', ESC);
    await type('\r', 'x');
    expect([calls, text(), store.get().vi?.mode]).toEqual([['run 1 + 1'], 'x', 'insert']);
    await type(ESC);
    await type('\x03');
    expect([text(), store.get().vi?.mode]).toEqual(['', 'insert']);
  });
  it('move through the history with j and k on the first and last line', async () => {
    const { type, text } = atThePrompt({ keys: 'vi' });
    await type('a = 1\r', 'b = 2\r', ESC, 'k');
    expect(text()).toBe('b = 2');
    await type('k');
    expect(text()).toBe('a = 1');
    await type('j');
    expect(text()).toBe('b = 2');
  });
  it('search the history with /', async () => {
    const { type, text, store } = atThePrompt({ keys: 'vi' });
    await type('a = 1\r', 'b = 2\r', `${ESC}`, '/', 'a =', `${ESC}[C`);
    expect([text(), store.get().vi?.mode]).toEqual(['a = 1', 'normal']);
  });
  it('read Escape with a letter in the same chunk as two keys', async () => {
    const { type, text } = atThePrompt({ keys: 'vi' });
    await type('one two', `${ESC}b`, 'D');
    expect(text()).toBe('one ');
  });
  it('close the list at Escape, and begin normal mode', async () => {
    const { type, store } = atThePrompt({
      keys: 'vi',
      suggestions: ['play', 'plan'].map((name) => ({ text: name, kind: 'method' })),
    });
    await type('pl', '\t');
    expect(store.get().popup?.items).toHaveLength(2);
    await type(ESC);
    expect([store.get().popup, store.get().vi?.mode]).toEqual([undefined, 'normal']);
  });
  it('keep registers for the next input, and no marks', async () => {
    const prompt = atThePrompt({ keys: 'vi' });
    await prompt.type('one two', ESC, 'ma0"ayw', '\r', 'three', ESC);
    await prompt.type('"ap');
    expect(shown(prompt)).toBe('threeone| ');
    await prompt.type('`a');
    expect(shown(prompt)).toBe('threeone| ');
  });
  it('select lines with j and k, and do not browse the history', async () => {
    const prompt = atThePrompt({ keys: 'vi' });
    await prompt.type('a = 1\r', 'b = 2', ESC, 'Vkkjj');
    expect([prompt.text(), prompt.store.get().vi?.visual]).toEqual(['b = 2', { anchor: 4, isLinewise: true }]);
    await prompt.type('\r');
    expect(prompt.store.get().vi?.visual).toBeUndefined();
  });
  it('are off by default', async () => {
    const { type, text } = atThePrompt();
    await type('one', ESC);
    await type('x');
    expect(text()).toBe('onex');
  });
  it.each([40, 80, 200])('show the mode in the prompt at %i columns', (columns) => {
    expect(frame(columns, { vi: { ...normal, mode: 'insert' } })).toBe('\nsandbox [I] ›\n');
    expect(frame(columns, { vi: normal })).toBe('\nsandbox [N] ›\n');
    expect(frame(columns, { vi: { ...normal, visual: { anchor: 0, isLinewise: false } } })).toBe('\nsandbox [V] ›\n');
    expect(frame(columns, { vi: { ...normal, visual: { anchor: 0, isLinewise: true } } })).toBe('\nsandbox [L] ›\n');
  });
});

describe('the selection on the screen', () => {
  const texts = ['f(a)', 'const a = `b`', '', '// all'];
  it.each(texts)('marks exactly the selected part of %j', (text) => {
    const runs = highlighted(text, 0);
    const plain = (all: typeof runs) => {
      let from = 0;
      return all.flatMap(({ to, style }) => {
        const part = [...text.slice(from, to)].map(() => style);
        from = to;
        return part;
      });
    };
    const styles = plain(runs);
    for (let from = 0; from < text.length; from += 1)
      for (let to = from + 1; to <= text.length; to += 1) {
        const wanted = styles.map((style, index) => (index >= from && index < to ? 'selected' : style));
        expect(plain(selected(runs, { from, to }))).toEqual(wanted);
      }
  });
});

describe('the help on keys', () => {
  const listed = (rows: typeof VI_KEYS) => rows.flatMap(([keys]) => keys.split(/,? /));
  it('lists each key of normal mode', () => {
    const help = [...listed(VI_KEYS), ','];
    const objects = Object.keys(TEXT_OBJECTS).map((key) => `i${key}`);
    const keys = [MOTIONS, LINE_MOTIONS, MARK_MOTIONS, OPERATORS, ALIASES, COMMANDS]
      .flatMap(Object.keys)
      .concat('.', objects);
    expect(keys.filter((key) => !help.some((one) => one.toLowerCase() === key || one === key))).toEqual([]);
  });
  it('fits 40 columns of keys', () => {
    for (const [keys] of [...EDITING_KEYS, ...VI_KEYS]) expect(keys.length).toBeLessThanOrEqual(36);
  });
});
