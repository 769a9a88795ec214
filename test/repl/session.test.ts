import { describe, expect, it } from 'vitest';
import type { Completion } from '../../src/assist/index.js';
import { atThePrompt, settled } from './support/at-the-prompt.js';

const ESC = '\x1b';
const UP = `${ESC}[A`;
const DOWN = `${ESC}[B`;
const suggestions = [
  { text: 'play', kind: 'method' },
  { text: 'play_pause', kind: 'method' },
  { text: 'queues', kind: 'namespace' },
] as const;

/** A promise to end by hand. */
function held() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  const finish = () => {
    resolve();
    return settled();
  };
  return { promise, finish };
}

describe('Enter', () => {
  it('runs a complete input and clears the prompt', async () => {
    const { type, calls, text } = atThePrompt();
    await type('1+1\r');
    expect([calls, text()]).toEqual([['run 1+1'], '']);
  });
  it('starts a new indented line in an incomplete input', async () => {
    const { type, calls, text } = atThePrompt();
    await type('f({\r');
    expect([calls, text()]).toEqual([[], 'f({\n  ']);
  });
  it('says what an incomplete input has to close, until the next key', async () => {
    const completeness = (source: string) =>
      source.startsWith('f(')
        ? ({ status: 'incomplete', open: '( of line 1' } as const)
        : ({ status: 'incomplete' } as const);
    const { type, store } = atThePrompt({ completeness });
    await type('f(\r');
    expect(store.get().popup).toMatchObject({ isNote: true, call: { text: '( of line 1 is open. Ctrl-C clears it' } });
    await type('1');
    expect(store.get().popup).toBeUndefined();
    await type('\x03', '1 +\r');
    expect(store.get().popup?.call?.text).toBe('Not finished. Ctrl-C clears it');
  });
  it('runs pasted statements only after Enter', async () => {
    const { type, calls } = atThePrompt();
    await type(`${ESC}[200~a = 1\nb = 2\n${ESC}[201~`);
    expect(calls).toEqual([]);
    await type('\r');
    expect(calls).toEqual(['run a = 1\nb = 2']);
  });
  it('does nothing on an empty prompt', async () => {
    const { type, calls } = atThePrompt();
    await type('  \r');
    expect(calls).toEqual([]);
  });
});

describe('the history at the prompt', () => {
  const values = {
    'f.fail()': () => {
      throw new Error('no');
    },
  };
  it('is searched by Up and Down with the typed start', async () => {
    const { type, text } = atThePrompt();
    await type('await a\r', 'b = 1\r', 'await c\r', 'b = 2\r', 'await', UP);
    expect(text()).toBe('await c');
    await type(UP);
    expect(text()).toBe('await a');
    await type(UP);
    expect(text()).toBe('await a');
    await type(DOWN, DOWN);
    expect(text()).toBe('await');
  });
  it('suggests no statement that failed, until it succeeds', async () => {
    const { type, store } = atThePrompt({ values });
    await type('f.good()\r', 'f.fail()\r', 'f.');
    expect(store.get().ghost).toBe('good()');
  });
  it('suggests a statement that is accepted word by word', async () => {
    const { type, text, store } = atThePrompt();
    await type('await one.two(3)\r', 'aw', `${ESC}f`);
    expect([text(), store.get().ghost]).toEqual(['await', ' one.two(3)']);
    await type(`${ESC}[1;5C`, `${ESC}[1;3C`);
    expect([text(), store.get().ghost]).toEqual(['await one.two', '(3)']);
    await type(`${ESC}[C`);
    expect(text()).toBe('await one.two(3)');
  });
});

it('shows the recording in progress', async () => {
  const { type, store } = atThePrompt({ recording: '/x/q.yaml' });
  await type('1\r');
  expect(store.get().recording).toBe('/x/q.yaml');
});

describe('while the bench loads', () => {
  it('shows typed text and delays Enter and the keys after it', async () => {
    const { type, calls, text, store, load } = atThePrompt({ isLoading: true });
    await type('1+1\r2');
    expect([calls, text(), store.get().running?.what]).toEqual([[], '1+1', 'starting']);
    await load();
    expect([calls, text(), store.get().running]).toEqual([['run 1+1'], '2', undefined]);
  });
  it('drops the waiting keys at Ctrl-C', async () => {
    const { type, calls, load, text } = atThePrompt({ isLoading: true });
    await type('1+1\r', '\x03');
    await load();
    expect([calls, text()]).toEqual([[], '']);
  });
  it('leaves at Ctrl-D', async () => {
    const { type, left } = atThePrompt({ isLoading: true });
    await type('\x04');
    expect(left).toEqual([0]);
  });
});

describe('while an input runs', () => {
  it('accepts typing and runs the entered input afterwards', async () => {
    const { promise, finish } = held();
    const { type, calls, text } = atThePrompt({ values: { slow: () => promise } });
    await type('slow\r', '1+1\r2');
    expect([calls, text()]).toEqual([['run slow'], '1+1']);
    await finish();
    expect([calls, text()]).toEqual([['run slow', 'run 1+1'], '2']);
  });
  it('stops it at Ctrl-C and drops the waiting keys', async () => {
    const { promise, finish } = held();
    const { type, calls } = atThePrompt({ values: { slow: () => promise } });
    await type('slow\r', '1+1\r', '\x03');
    await finish();
    expect(calls).toEqual(['run slow', 'interrupt']);
  });
});

it('does not run an input that was stopped before it started', async () => {
  const { promise, finish } = held();
  const { type, calls } = atThePrompt({ painted: () => promise });
  await type('1+1\r', '\x03');
  await finish();
  expect(calls).toEqual(['interrupt']);
});

it('does not run an input after the view was closed', async () => {
  const { promise, finish } = held();
  const { type, calls, store } = atThePrompt({ painted: () => promise });
  await type('1+1\r');
  store.set({ isLeaving: true });
  await finish();
  expect(calls).toEqual([]);
});

describe('Ctrl-C and leaving', () => {
  it('keeps no input whose check was stopped by Ctrl-C', async () => {
    const { type, calls, text } = atThePrompt({ completeness: () => ({ status: 'interrupted' }) });
    await type('1+1\r');
    expect([calls, text()]).toEqual([[], '']);
  });

  it('clears a line, and explains how to leave on an empty line', async () => {
    const { type, text, notices } = atThePrompt();
    await type('abc', '\x03');
    expect([text(), notices]).toEqual(['', []]);
    await type('\x03');
    expect(notices).toEqual(['To leave, press Ctrl-D or type .exit']);
    await type('\x03', '\x03');
    expect(notices).toHaveLength(1);
    await type('x', '\x03');
    expect(notices).toHaveLength(1);
    await type('\x03');
    expect(notices).toHaveLength(2);
  });
  it('leaves at .exit and at Ctrl-D on an empty line', async () => {
    const one = atThePrompt();
    await one.type('.exit\r');
    const other = atThePrompt();
    await other.type('\x04');
    expect([one.left, other.left, one.calls]).toEqual([[0], [0], []]);
  });
  it('removes the next character at Ctrl-D', async () => {
    const { type, text, left } = atThePrompt();
    await type('ab', '\x01\x04');
    expect([text(), left]).toEqual(['b', []]);
  });
});

describe('history', () => {
  it('stores no typed secret', async () => {
    const { type, text } = atThePrompt();
    await type("new RestClient({ token: 'sesame-1' })\r", UP);
    expect(text()).toBe("new RestClient({ token: '[cut]' })");
  });
  it('moves to older statements with up and back to the draft with down', async () => {
    const { type, text } = atThePrompt();
    await type('d = 1\r', 'd = 2\r', 'd', UP);
    expect(text()).toBe('d = 2');
    await type(UP);
    expect(text()).toBe('d = 1');
    await type(DOWN, DOWN);
    expect(text()).toBe('d');
  });
  it('keeps a text with which no older statement starts, and shows that', async () => {
    const { type, text, store } = atThePrompt();
    await type('one\r', 'zzzz', UP);
    expect(text()).toBe('zzzz');
    expect(store.get().popup?.call?.text).toBe('No earlier input starts with this text');
    await type(DOWN);
    expect(text()).toBe('zzzz');
  });
  it('shows that there is no older statement, with vi keys too', async () => {
    const { type, text, store } = atThePrompt({ keys: 'vi' });
    await type('one\r', 'zzzz', ESC);
    await type('k');
    expect([text(), store.get().popup?.call?.text]).toEqual(['zzzz', 'No earlier input starts with this text']);
    await type('dd', 'k', 'k');
    expect([text(), store.get().popup?.call?.text]).toEqual(['one', 'No earlier input']);
    await type('j');
    expect([text(), store.get().popup]).toEqual(['', undefined]);
  });
  it('keeps the draft for undo in insert mode of vi', async () => {
    const { type, text } = atThePrompt({ keys: 'vi' });
    await type('one + 1\r', 'one', UP, ' + 2', ESC);
    await type('u');
    expect(text()).toBe('one + 1');
    await type('u');
    expect(text()).toBe('one');
  });
  it('inserts the last argument of an older statement at Alt-.', async () => {
    const { type, text } = atThePrompt();
    const ALT_DOT = `${ESC}.`;
    await type('a = 5;\r', "f({ b: [1, 2] }, g('x, )', 2))\r", "h('id', { c: 1 })\r", 'i()\r', 'see(', ALT_DOT);
    expect(text()).toBe('see(i()');
    const seen: string[] = [];
    for (let press = 0; press < 4; press++) {
      await type(ALT_DOT);
      seen.push(text());
    }
    expect(seen).toEqual(['see({ c: 1 }', "see(g('x, )', 2)", 'see(5', 'see(5']);
    await type(')', ALT_DOT);
    expect(text()).toBe('see(5)i()');
  });
  it('undoes with Ctrl-X Ctrl-U', async () => {
    const { type, text } = atThePrompt();
    await type('one two', '\x17', '\x18\x15');
    expect(text()).toBe('one two');
  });
  it('moves within a statement of several lines first', async () => {
    const { type, text, store } = atThePrompt();
    await type(`${ESC}[200~a\nb\nc${ESC}[201~`, '\r', `${ESC}[200~a\nb${ESC}[201~`, UP);
    expect([text(), store.get().editor.cursor]).toEqual(['a\nb', 1]);
    await type(UP);
    expect(text()).toBe('a\nb\nc');
  });
});

describe('Tab', () => {
  it('inserts the only suggestion', async () => {
    const { type, text } = atThePrompt({ suggestions });
    await type('platform.q\t');
    expect(text()).toBe('platform.queues');
  });
  it('opens a list in which Tab selects and Enter accepts', async () => {
    const { type, text, store, calls } = atThePrompt({ suggestions });
    await type('pl\t', '\t', '\t', '\r');
    expect([text(), store.get().popup, calls]).toEqual(['play_pause', undefined, []]);
  });
  it('runs the input with Enter when no suggestion is selected', async () => {
    const { type, calls } = atThePrompt({ suggestions });
    await type('pl\t', '\r');
    expect(calls).toEqual(['run play']);
  });
  it('closes the list at Escape and keeps the text', async () => {
    const { type, text, store } = atThePrompt({ suggestions });
    await type('pl\t', ESC);
    expect([text(), store.get().popup]).toEqual(['play', undefined]);
  });
  it('accepts the selected suggestion when the next character ends the word', async () => {
    const { type, text } = atThePrompt({ suggestions });
    await type('pl\t', '\t', '\t', '(');
    expect(text()).toBe('play_pause(');
  });
  it('drops suggestions that arrive after more was typed', async () => {
    const { type, text, load, store } = atThePrompt({ suggestions, isLoading: true });
    await type('pl\t', 'x');
    await load();
    expect([text(), store.get().popup]).toEqual(['plx', undefined]);
  });
});

describe('Ctrl-R', () => {
  const CTRL_R = '\x12';
  it('finds an earlier statement by a part of it, and Enter runs it', async () => {
    const { type, calls, store } = atThePrompt();
    await type('first one\r', 'second\r', CTRL_R, 'fir');
    expect(store.get().search).toMatchObject({ matches: ['first one'], selected: 0 });
    await type('\r');
    expect(calls.at(-1)).toBe('run first one');
    expect(store.get().search).toBeUndefined();
  });
  it('continues to older statements, and Escape restores the draft', async () => {
    const { type, text, store } = atThePrompt();
    await type('a 1\r', 'a 2\r', 'draft', CTRL_R, 'a', CTRL_R);
    expect(store.get().search).toMatchObject({ matches: ['a 2', 'a 1'], selected: 1 });
    await type('\x13', '\x13');
    expect(store.get().search?.selected).toBe(0);
    await type(ESC);
    expect([text(), store.get().search]).toEqual(['draft', undefined]);
  });
  it('moves the found statement to the editor at any other key', async () => {
    const { type, text, store } = atThePrompt();
    await type('hello\r', CTRL_R, 'ell', `${ESC}[D`, '!');
    expect([text(), store.get().search]).toEqual(['hell!o', undefined]);
  });
});

describe('the suggested rest of an earlier input', () => {
  it('is shown after the cursor and accepted with the right arrow', async () => {
    const { type, text, store } = atThePrompt();
    await type('await something()\r', 'await so');
    expect(store.get().ghost).toBe('mething()');
    await type(`${ESC}[C`);
    expect([text(), store.get().ghost]).toEqual(['await something()', '']);
  });
  it('follows text that Tab inserted', async () => {
    const { type, text, store } = atThePrompt({ suggestions });
    await type('queues?\r', 'que', '\t');
    expect([text(), store.get().ghost]).toEqual(['queues', '?']);
  });
  it('is hidden while suggestions are open', async () => {
    const { type, store } = atThePrompt({ suggestions });
    await type('play_stop\r', 'pl', '\t');
    expect([store.get().popup?.items.length, store.get().ghost]).toEqual([2, '']);
  });
  it('is neither shown nor accepted on a terminal without dimmed text', async () => {
    const { type, text, store } = atThePrompt({ offersGhost: false });
    await type('await something()\r', 'await so', `${ESC}[C`);
    expect([text(), store.get().ghost]).toEqual(['await so', '']);
  });
  it('is not part of the input unless it was accepted', async () => {
    const { type, calls } = atThePrompt();
    await type('abcdef\r', 'abc\r');
    expect(calls.at(-1)).toBe('run abc');
  });
});

describe('a question', () => {
  it.each([
    ['y', true],
    ['n', false],
    ['\r', false],
    [ESC, false],
    ['\x03', false],
  ])('is answered by %j with %s, and the key is not typed', async (key, answer) => {
    const { type, ask, text, store, notices } = atThePrompt();
    const answered = ask('queues.delete acts on acme: send it?');
    expect(store.get().question).toContain('acme');
    await type(key);
    expect([await answered, text(), store.get().question]).toEqual([answer, '', undefined]);
    expect(notices[0]).toContain(answer ? 'yes' : 'no');
  });
  it('waits while the user types a line', async () => {
    const { type, ask, text, store, calls, notices } = atThePrompt();
    await type('.wh');
    const answered = ask('send it?');
    expect([store.get().question, notices]).toEqual([
      undefined,
      ['Send or clear your input to answer this question: send it?'],
    ]);
    await type('y');
    expect([text(), store.get().question]).toEqual(['.why', undefined]);
    await type('\r');
    expect([calls, store.get().question]).toEqual([['run .why'], 'send it?']);
    await type('y');
    expect([await answered, text(), store.get().question]).toEqual([true, '', undefined]);
  });
  it.each([
    ['Ctrl-C clears', '\x03'],
    ['Backspace empties', '\x7f'],
  ])('waits until %s the line', async (_, key) => {
    const { type, ask, store } = atThePrompt();
    await type('1');
    const answered = ask('send it?');
    await type(key);
    expect(store.get().question).toBe('send it?');
    await type('n');
    expect(await answered).toBe(false);
  });
  it('of a running input appears after the next line, which runs afterwards', async () => {
    const { promise, finish } = held();
    const { type, ask, store, calls } = atThePrompt({ values: { 'first()': () => promise } });
    await type('first()\r', '1+1');
    const answered = ask('send it?');
    expect(store.get().question).toBeUndefined();
    await type('\r');
    expect(store.get().question).toBe('send it?');
    await type('y');
    expect(await answered).toBe(true);
    await finish();
    expect(calls).toEqual(['run first()', 'run 1+1']);
  });
  it('is answered with no when the input is stopped', async () => {
    const { promise, finish } = held();
    const { type, ask, text } = atThePrompt({ values: { 'first()': () => promise } });
    await type('first()\r', '1+1');
    const answered = ask('send it?');
    await type('\x03');
    expect([await answered, text()]).toEqual([false, '1+1']);
    await finish();
  });
  it('does not read a line that starts with y as yes', async () => {
    const { type, ask } = atThePrompt();
    const answered = ask('send it?');
    await type('yield');
    expect(await answered).toBe(false);
  });
});

describe('an argument without suggestions', () => {
  it('is explained, and Tab completes the text typed after it', async () => {
    const call = { text: 'queues.get(queue_id)', doc: 'queue_id: the id of a queue' };
    const { type, text, store } = atThePrompt({
      complete: async (source, to) => {
        const isBegun = source.endsWith('q');
        return { from: isBegun ? to - 1 : to, to, items: isBegun ? [{ text: 'queue', kind: 'variable' }] : [], call };
      },
    });
    await type('f(', '\t', 'q');
    expect(store.get().popup).toMatchObject({ items: [], call });
    await type('\t');
    expect(text()).toBe('f(queue');
  });
});

describe('suggestions from the platform', () => {
  /** Returns a bench that can ask questions, with its completion. */
  function asking() {
    let answer = (_: Completion) => {};
    const signals: AbortSignal[] = [];
    const call = { text: 'queues.get(queue_id)', doc: 'queue_id: the id of a queue' };
    const known: Completion = { from: 3, to: 3, items: [], call };
    const more = (signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<Completion>((resolve) => {
        answer = resolve;
      });
    };
    const at = atThePrompt({ complete: async () => ({ ...known, more }) });
    const come = async () => {
      answer({ ...known, items: [{ text: 'q-1', kind: 'value' }] });
      await settled();
    };
    return { ...at, signals, come };
  }
  it('appear in the list when they arrive, without changing the text', async () => {
    const { type, text, store, come } = asking();
    await type('f("', '\t');
    expect(store.get().popup?.call?.doc).toBe('queue_id: the id of a queue · loading from the platform …');
    await come();
    expect([text(), store.get().popup?.items.length, store.get().popup?.call?.doc]).toEqual([
      'f("',
      1,
      'queue_id: the id of a queue',
    ]);
    await type('\t', '\r');
    expect(text()).toBe('f("q-1');
  });
  it.each(['x', '\x03', `${ESC}[D`])('are cancelled at the next key: %j', async (key) => {
    const { type, store, signals, come } = asking();
    await type('f("', '\t', key);
    expect(signals[0]?.aborted).toBe(true);
    const { popup, editor } = store.get();
    expect(popup?.call?.doc ?? '').not.toContain('asking');
    await come();
    expect([store.get().popup, store.get().editor]).toEqual([popup, editor]);
  });
});

describe('typing', () => {
  it('does not wait for completion, and late suggestions change nothing', async () => {
    let answer = (_: Completion) => {};
    const at = atThePrompt({
      complete: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await at.type('pl', '\t', 'ay');
    expect(at.text()).toBe('play');
    answer({ from: 0, to: 2, items: [{ text: 'platform', kind: 'variable' }] });
    await settled();
    expect([at.text(), at.store.get().popup]).toEqual(['play', undefined]);
  });
});

describe('a Tab', () => {
  const names = ['play', 'play_pause', 'play_stop', 'queues'].map((text) => ({ text, kind: 'method' as const }));
  const listed = (prompt: ReturnType<typeof atThePrompt>) => prompt.store.get().popup?.items.map(({ text }) => text);

  it('says that there are no suggestions, until the next key', async () => {
    const prompt = atThePrompt({ suggestions: names });
    await prompt.type('zzz', '\t');
    expect(prompt.store.get().popup).toMatchObject({ items: [], call: { text: 'No suggestions' } });
    await prompt.type('z');
    expect([prompt.text(), prompt.store.get().popup]).toEqual(['zzzz', undefined]);
  });

  it('says so only after the late suggestions, and not after another key', async () => {
    const late = held();
    const none = { from: 1, to: 1, items: [] };
    const complete = async () => ({ ...none, more: () => late.promise.then(() => none) });
    const prompt = atThePrompt({ complete });
    await prompt.type('z', '\t');
    expect(prompt.store.get().popup).toBeUndefined();
    await late.finish();
    expect(prompt.store.get().popup?.call?.text).toBe('No suggestions');

    const other = held();
    const second = atThePrompt({ complete: async () => ({ ...none, more: () => other.promise.then(() => none) }) });
    await second.type('z', '\t', `${ESC}[D`);
    await other.finish();
    expect(second.store.get().popup).toBeUndefined();
  });

  it('opens a list that Backspace widens again', async () => {
    const prompt = atThePrompt({ suggestions: names });
    await prompt.type('play_', '\t');
    expect(listed(prompt)).toEqual(['play_pause', 'play_stop']);
    await prompt.type('p');
    expect(listed(prompt)).toEqual(['play_pause']);
    await prompt.type('\x7f');
    expect(listed(prompt)).toEqual(['play_pause', 'play_stop']);
    await prompt.type('\x7f');
    expect(listed(prompt)).toEqual(['play', 'play_pause', 'play_stop']);
  });

  it('opens a list in which PageDown and PageUp move by a page', async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ text: `item_${index}`, kind: 'method' as const }));
    const prompt = atThePrompt({ suggestions: many });
    const selected = () => prompt.store.get().popup?.selected;
    await prompt.type('item_', '\t', `${ESC}[6~`);
    expect(selected()).toBe(8);
    await prompt.type(`${ESC}[6~`, `${ESC}[6~`);
    expect(selected()).toBe(19);
    await prompt.type(`${ESC}[5~`);
    expect(selected()).toBe(11);
    await prompt.type(`${ESC}[5~`, `${ESC}[5~`);
    expect(selected()).toBe(0);
  });
});
