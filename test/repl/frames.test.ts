import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { EMPTY } from '../../src/repl/editor/index.js';
import type { Popup } from '../../src/repl/popup.js';
import { frame } from './support/frame.js';

const written = (text: string) => ({ editor: { ...EMPTY, text, cursor: text.length } });

const popup: Popup = {
  from: 17,
  to: 19,
  selected: 1,
  items: [
    { text: 'play', kind: 'method', detail: '(call_id, { play, volume?, loop? })', doc: 'Play something.' },
    { text: 'play_pause', kind: 'method', detail: '(call_id, { control_id })', doc: 'Pause what is playing.' },
    { text: 'play_resume', kind: 'method', detail: '(call_id, { control_id })' },
  ],
};
const calling = { ...written('platform.calling.pl'), popup };

describe('at 80 columns', () => {
  it('says how to stop an input before its code runs', () => {
    for (const columns of [40, 80, 200]) {
      const running = { what: 'while (true) {}', sinceMs: performance.now() };
      expect(frame(columns, { running })).toBe('\nsandbox › running · Ctrl-C stops\n');
      expect(frame(columns, { running, ...written('next') })).toBe('\nsandbox › next\n');
    }
  });

  it('shows the mode and the input', () => {
    expect(frame(80, written('1 + 1'))).toMatchInlineSnapshot(`
      "
      sandbox › 1 + 1
      "
    `);
  });

  it('marks the other lines of an input', () => {
    expect(frame(80, written('function twice(n) {\n  return n * 2;\n}'))).toMatchInlineSnapshot(`
      "
      sandbox › function twice(n) {
              …   return n * 2;
              … }
      "
    `);
  });

  it('shows the name of the replayed file', () => {
    expect(frame(80, { mode: { kind: 'replay', file: 'fixtures/queues/list.yaml' } })).toMatchInlineSnapshot(`
      "
      replay list.yaml ›
      "
    `);
  });

  it('shows LIVE in live mode', () => {
    expect(frame(80, { mode: { kind: 'live' } })).toMatchInlineSnapshot(`
      "
      LIVE ›
      "
    `);
  });
});

describe('the list and the signature at 80 columns', () => {
  it('lists suggestions under the word, with their details', () => {
    expect(frame(80, calling)).toMatchInlineSnapshot(`
      "
      sandbox › platform.calling.pl
                                 play         (call_id, { play, volume?, loop? })
                               ▸ play_pause   (call_id, { control_id })
                                 play_resume  (call_id, { control_id })
                                 2 of 3 · Pause what is playing.
      "
    `);
  });

  it('shows the signature of the call above the list', () => {
    const call = { text: 'queues.get(queue_id)', doc: 'queue_id: the id of a queue' };
    const items: Popup['items'] = [{ text: 'a44e5a26', kind: 'value', detail: 'sales' }];
    expect(
      frame(80, { ...written("platform.queues.get('"), popup: { from: 21, to: 21, selected: -1, items, call } }),
    ).toMatchInlineSnapshot(`
      "
      sandbox › platform.queues.get('
        queues.get(queue_id) · queue_id: the id of a queue
                                     a44e5a26  sales
                                     Tab selects · Esc closes
      "
    `);
  });

  it('shows the kinds of suggestions only if they differ', () => {
    const items: Popup['items'] = [
      { text: 'queue', kind: 'variable' },
      { text: 'await', kind: 'keyword' },
    ];
    const list = frame(80, { ...written(''), popup: { from: 0, to: 0, selected: -1, items } });
    expect(list).toMatch(/queue {2}variable\n.*await {2}keyword/);
    expect(frame(80, calling)).not.toContain('method');
  });

  it('removes control characters from names in suggestions', () => {
    const items: Popup['items'] = [
      { text: 'q-1', kind: 'value', detail: '\x1b[2J\x1b]0;owned\x07sales\r\n\u202eteam' },
      { text: 'q-2', kind: 'value', detail: '日本' },
    ];
    const list = frame(80, { ...written(''), popup: { from: 0, to: 0, selected: -1, items } });
    expect(list).toMatch(/q-1 {2}sales team *\n.*q-2 {2}日本/);
    expect(list).not.toMatch(/\[2J|owned/);
  });

  it('shows the signature without suggestions', () => {
    const call = { text: 'queues.get(queue_id)', doc: 'queue_id: the id of a queue' };
    expect(
      frame(40, { ...written("platform.queues.get('"), popup: { from: 21, to: 21, selected: -1, items: [], call } }),
    ).toMatchInlineSnapshot(`
      "
      sandbox › platform.queues.get('
        queues.get(queue_id)
        queue_id: the id of a queue
      "
    `);
  });

  it('wraps a long description onto two lines', () => {
    const items: Popup['items'] = [
      {
        text: 'play',
        kind: 'method',
        doc: 'Play audio, speech or silence on a call, one after the other, as often as the option says.',
      },
    ];
    expect(frame(40, { ...written('pl'), popup: { from: 0, to: 2, selected: 0, items } })).toMatchInlineSnapshot(`
      "
      sandbox › pl
              ▸ play
        1 of 1 · Play audio, speech or
        silence on a call, one after the oth…
      "
    `);
  });
});

describe('at 40 columns', () => {
  it('wraps a long line below the prompt', () => {
    expect(frame(40, written('const greeting = "hello there, " + name + "."'))).toMatchInlineSnapshot(`
      "
      sandbox › const greeting = "hello there,
                 " + name + "."
      "
    `);
  });
  it('keeps wide characters whole', () => {
    expect(frame(40, written(`"${'日本語'.repeat(6)}"`))).toMatchInlineSnapshot(`
      "
      sandbox › "日本語日本語日本語日本語日本
                語日本語"
      "
    `);
  });
  it('moves the list to the left and truncates its details', () => {
    expect(frame(40, calling)).toMatchInlineSnapshot(`
      "
      sandbox › platform.calling.pl
        play         (call_id, { play, volum…
      ▸ play_pause   (call_id, { control_id …
        play_resume  (call_id, { control_id …
        2 of 3 · Pause what is playing.
      "
    `);
  });
  it('omits the file name in replay mode', () => {
    expect(frame(40, { mode: { kind: 'replay', file: 'fixtures/queues/list.yaml' } })).toMatchInlineSnapshot(`
      "
      replay ›
      "
    `);
  });
});

describe('at every size', () => {
  const long = Array.from({ length: 40 }, (_, index) => `line ${index} ${'x'.repeat(index)}`).join('\n');
  it.each([20, 40, 80, 99])('fits %i columns and leaves two rows free', (columns) => {
    for (const rows of [3, 6, 24]) {
      const lines = frame(columns, { ...written(long), popup, rows })
        .slice(1, -1)
        .split('\n');
      expect(lines.length).toBeLessThanOrEqual(Math.max(1, rows - 2));
      expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
    }
  });
  it('draws nothing after the session ends', () => {
    expect(frame(80, { ...written('1'), isLeaving: true })).toBe('\n\n');
  });
});

describe('while an input runs', () => {
  const running = { what: 'for await (const n of platform.queues.list()) …', sinceMs: -2_000 };
  it.each([
    [40, 'Ctrl-C'],
    [80, 'Ctrl-C stops'],
  ])('shows the pending request and the elapsed time at %i columns', (columns, tail) => {
    const text = frame(columns, { running: { ...running, waitsFor: () => 'queues.list, page 3' } });
    expect(text).toMatch(new RegExp(`^\\S queues\\.list, page 3 · \\d+\\.\\d s · ${tail}$`, 'm'));
  });
  it('shows the input while no request is pending', () => {
    expect(frame(80, { running })).toContain('for await (const n of platform.queues.list())');
  });
});

describe('in place of the prompt', () => {
  it('shows an open question', () => {
    expect(frame(40, { question: 'calling.dial acts on acme.example.com: send it?' })).toMatchInlineSnapshot(`
      "
      ? calling.dial acts on acme.example.com:
         send it? [y/N]
      "
    `);
  });
  it('shows the search, with its matches below', () => {
    const matches = ['await platform.queues.list()', 'const queue = {\n  name: "support in three languages"\n}'];
    const search = { query: 'que', matches, selected: 1, draft: '' };
    expect(frame(80, { search })).toMatchInlineSnapshot(`
      "
      ⌕ que
        await platform.queues.list()
      ▸ const queue = { ⏎ name: "support in three languages" ⏎ }
        2 of 2 · Enter runs · Esc closes
      "
    `);
    expect(frame(40, { search })).toMatchInlineSnapshot(`
      "
      ⌕ que
        await platform.queues.list()
      ▸ const queue = { ⏎ name: "support in …
        2 of 2 · Enter runs · Esc closes
      "
    `);
  });
  it('shows the chosen match of many, and fits a low screen', () => {
    const matches = Array.from({ length: 30 }, (_, index) => `call ${index}`);
    const search = { query: 'call', matches, selected: 20, draft: '' };
    expect(frame(40, { search })).toMatch(/ {2}call 13\n[\s\S]*▸ call 20\n {2}21 of 30 · Enter runs · Esc closes/);
    expect(frame(40, { search, rows: 6 }).trim().split('\n')).toHaveLength(4);
    expect(frame(40, { search: { ...search, matches: [], selected: -1 } })).toContain('No match');
  });
  it('shows the rest of an earlier input after the cursor', () => {
    expect(frame(40, { ...written('await pl'), ghost: 'atform.phone_numbers.list()' })).toMatchInlineSnapshot(`
      "
      sandbox › await platform.phone_numbers…
      "
    `);
  });
});
