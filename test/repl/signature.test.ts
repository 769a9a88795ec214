import { describe, expect, it } from 'vitest';
import type { MarkedSignature } from '../../src/assist/index.js';
import { EMPTY } from '../../src/repl/editor/index.js';
import { beginSearch } from '../../src/repl/history/index.js';
import type { ReplState } from '../../src/repl/state.js';
import { atThePrompt, settled } from './support/at-the-prompt.js';
import { frame } from './support/frame.js';

const ESC = '\x1b';
const GET: MarkedSignature = { before: 'queues.get(', active: 'queue_id', after: ')', doc: 'the id of a queue' };
const PLAY: MarkedSignature = {
  before: 'calling.play(call_id, { play, control_id?, status_url?, ',
  active: 'volume?: number -40 to 40',
  after: ', … })',
  doc: 'In dB.',
};
const signatureOf = (source: string, cursor: number) => {
  const opened = source.slice(0, cursor).lastIndexOf('(');
  return opened > source.slice(0, cursor).lastIndexOf(')') ? { opened, signature: GET } : undefined;
};

/** A bench whose types answer when the test says so. */
function withTypes() {
  const requests: { readonly source: string; readonly answer: (found?: MarkedSignature) => Promise<void> }[] = [];
  const prompt = atThePrompt({
    signature: (source) => {
      const opened = source.indexOf('(');
      if (opened < 0 || source.endsWith(')')) return undefined;
      const signature = new Promise<MarkedSignature | undefined>((resolve) => {
        const answer = (found?: MarkedSignature) => {
          resolve(found);
          return settled();
        };
        requests.push({ source, answer });
      });
      return { opened, signature };
    },
  });
  return { ...prompt, requests, shown: () => prompt.store.get().signature };
}

describe('the signature at the prompt', () => {
  it('appears with the opening parenthesis and disappears after the closing one', async () => {
    const { type, store } = atThePrompt({ signature: signatureOf });
    await type('get');
    expect(store.get().signature).toBeUndefined();
    await type('(');
    expect(store.get().signature).toBe(GET);
    await type("'x')");
    expect(store.get().signature).toBeUndefined();
    await type(`${ESC}[D`);
    expect(store.get().signature).toBe(GET);
  });
  it('disappears when the input is sent or cleared', async () => {
    const { type, store } = atThePrompt({ signature: () => ({ opened: 0, signature: GET }) });
    for (const key of ['\r', '\x03']) {
      await type('get');
      expect(store.get().signature).toBe(GET);
      await type(key);
      expect([store.get().editor.text, store.get().running]).toEqual(['', undefined]);
    }
  });
  it('appears for text that was typed before the bench had loaded', async () => {
    const { type, store, load } = atThePrompt({ signature: signatureOf, isLoading: true });
    await type('get(');
    expect(store.get().signature).toBeUndefined();
    await load();
    expect(store.get().signature).toBe(GET);
  });
  it('appears after a completion', async () => {
    const complete = async () => ({ from: 0, to: 1, items: [{ text: 'get(', kind: 'method' as const }] });
    const { type, store } = atThePrompt({ signature: signatureOf, complete });
    await type('g', '\t');
    expect([store.get().editor.text, store.get().signature]).toEqual(['get(', GET]);
  });
});

describe('an answer of the types', () => {
  it('is shown when it arrives', async () => {
    const { type, requests, shown, text } = withTypes();
    await type('f(');
    expect([text(), shown()]).toEqual(['f(', undefined]);
    await requests[0]?.answer(GET);
    expect(shown()).toBe(GET);
  });
  it('is ignored after another key', async () => {
    const { type, requests, shown } = withTypes();
    await type('f(', '1');
    expect(requests.map(({ source }) => source)).toEqual(['f(', 'f(1']);
    await requests[0]?.answer(GET);
    expect(shown()).toBeUndefined();
    await requests[1]?.answer(PLAY);
    expect(shown()).toBe(PLAY);
  });
  it('is ignored after the closing parenthesis', async () => {
    const { type, requests, shown } = withTypes();
    await type('f(', ')');
    await requests[0]?.answer(GET);
    expect(shown()).toBeUndefined();
  });
  it('stays within the same call until the next answer, which may be none', async () => {
    const { type, requests, shown } = withTypes();
    await type('f(');
    await requests[0]?.answer(GET);
    await type('1');
    expect(shown()).toBe(GET);
    await requests[1]?.answer();
    expect(shown()).toBeUndefined();
  });
  it('does not stay in another call', async () => {
    const { type, requests, shown } = withTypes();
    await type('f(');
    await requests[0]?.answer(GET);
    await type(`${ESC}[H`, 'g');
    expect(shown()).toBeUndefined();
  });
  it('is not asked again while the input stays the same', async () => {
    const { type, requests, store } = withTypes();
    await type('f(');
    store.set({ columns: 40 });
    store.set({ columns: 80 });
    expect(requests.length).toBe(1);
  });
});

const typed = (text: string, signature: MarkedSignature): Partial<ReplState> => ({
  editor: { ...EMPTY, text, cursor: text.length },
  signature,
});

describe('the row of the signature', () => {
  const get = typed("await platform.queues.get('", GET);
  const play = typed("platform.calling.play('x', { volume: ", PLAY);
  it('is below the input, with the purpose of the argument', () => {
    for (const columns of [80, 200])
      expect(frame(columns, get)).toBe(
        "\nsandbox › await platform.queues.get('\n  queues.get(queue_id) · the id of a queue\n",
      );
  });
  it('fits 40 columns', () => {
    expect(frame(40, get)).toBe("\nsandbox › await platform.queues.get('\n  queues.get(queue_id) · the id of a q…\n");
    expect(frame(40, typed('f(', PLAY))).toBe('\nsandbox › f(\n  …tus_url?, volume?: number -40 to 40…\n');
  });
  it('shows the current field of a long signature at 80 and 200 columns', () => {
    expect(frame(80, play)).toMatch(/^ {2}….*status_url\?, volume\?: number -40 to 40…$/m);
    expect(frame(200, play)).toMatch(/^ {2}calling\.play\(.*volume\?: number -40 to 40, … }\) · In dB\.$/m);
  });
  it.each([10, 20, 40, 80, 200])('is never wider than %i columns', (columns) => {
    for (const active of ['x', 'x'.repeat(300), '名'.repeat(100)])
      for (const side of ['', 'y', 'y'.repeat(300), '前'.repeat(100)]) {
        const row =
          frame(columns, typed('f(', { before: side, active, after: side }))
            .trimEnd()
            .split('\n')
            .at(-1) ?? '';
        expect([...row].reduce((sum, one) => sum + (one > '\u2fff' ? 2 : 1), 0)).toBeLessThan(columns);
      }
  });
  it('marks the current argument without colours too', () => {
    const plain = { isColoured: false };
    expect(frame(80, { ...get, ...plain })).toContain('\n  queues.get(«queue_id») · the id of a queue\n');
    expect(frame(40, { ...get, ...plain })).toContain('\n  queues.get(«queue_id») · the id of a…\n');
    expect(frame(80, { ...play, ...plain })).toMatch(/status_url\?, «volume\?: number -40 to 40»…$/m);
    expect(frame(40, { ...typed('f(', { before: 'f(', active: 'x'.repeat(99), after: ')' }), ...plain })).toMatch(
      /^ {2}…«x{20,}…»\)$/m,
    );
    expect(frame(80, { ...typed('f(', { before: 'f()', active: '', after: '' }), ...plain })).toMatch(/^ {2}f\(\)$/m);
  });
  it('shows control characters of a type as text', () => {
    expect(frame(80, typed('f(', { before: 'f(', active: 'a: "\x1b[2J"', after: ')' }))).not.toContain('\x1b[2J');
  });
  it('gives way to what the user opens', () => {
    const others: readonly Partial<ReplState>[] = [
      { popup: { from: 1, to: 1, selected: -1, items: [{ text: 'entry', kind: 'value' }] } },
      { ghost: " + 'rest'" },
      { search: beginSearch(['entry'], '') },
      { question: 'Send?' },
    ];
    expect(frame(80, get)).toContain('queue_id');
    for (const other of others) expect(frame(80, { ...get, ...other })).not.toContain('queue_id');
  });
  it('leaves a low screen to the input', () => {
    expect(frame(80, { ...get, rows: 5 })).not.toContain('queue_id');
  });
});
