import { describe, expect, it } from 'vitest';
import { SessionLog } from '../../src/bench/session/session-log.js';
import { Scrollback } from '../../src/repl/scrollback/index.js';
import { createSandbox } from '../../src/sandbox.js';

/** Returns a scrollback over a log, and the text that it has written. */
function followed(columns = 60) {
  const log = new SessionLog();
  const written: string[] = [];
  const look = { columns, colour: false, mode: { kind: 'sandbox' } } as const;
  const scrollback = new Scrollback(
    (text) => written.push(text),
    () => look,
  );
  scrollback.follow(log);
  const text = () => {
    scrollback.flush();
    return written.join('');
  };
  return { log, written, text };
}
const exchange = { method: 'GET', url: 'https://example.test/api/relay/rest/queues?page=2', ms: 12, status: 200 };

describe('the scrollback', () => {
  it('shows the input as typed, its value and its request', () => {
    const { log, text } = followed();
    log.append({ kind: 'input', input: 1, source: 'f({\n  a: 1,\n})' });
    log.append({ kind: 'http', input: 1, exchange });
    log.append({ kind: 'output', input: 1, value: { a: 1 }, ms: 14 });
    expect(`\n${text()}`).toMatchInlineSnapshot(`
      "
      sandbox › f({
              …   a: 1,
              … })
      { a: 1 }
      ↳ GET /api/relay/rest/queues → 200 · 12 ms
      "
    `);
  });

  it('keeps the colours of an input', () => {
    const look = { columns: 60, colour: true, mode: { kind: 'sandbox' } } as const;
    const written: string[] = [];
    const scrollback = new Scrollback(
      (text) => written.push(text),
      () => look,
    );
    scrollback.show({ kind: 'input', input: 1, source: "await f(`a\nb`, 'c', 4)" });
    expect(written.join('')).toBe(
      [
        '\x1b[2msandbox › \x1b[22m\x1b[35mawait\x1b[39m f(\x1b[32m`a\x1b[39m',
        "\x1b[2m        … \x1b[22m\x1b[32mb`\x1b[39m, \x1b[32m'c'\x1b[39m, \x1b[33m4\x1b[39m)",
        '',
      ].join('\n'),
    );
  });

  it('shows the start of a long value and how to show the rest', () => {
    const { log, text } = followed();
    log.append({ kind: 'output', input: 1, value: 'a'.repeat(30_000), ms: 1 });
    log.append({
      kind: 'output',
      input: 2,
      value: Array.from({ length: 150 }, (_, index) => ({ id: `i${index}` })),
      ms: 1,
    });
    expect(text()).toContain('characters 1–6,400 of 30,000 · .more shows the next, .page shows all\n');
    expect(text()).toContain('rows 1–20 of 150 · .more shows the next, .page shows all\n');
    expect(text().split('\n').length).toBeLessThan(30);
    const fields = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`field_${index}`, 'x'.repeat(40)]));
    log.append({ kind: 'output', input: 3, value: fields, ms: 1 });
    expect(text().replace(/\s+/g, ' ')).toContain('… 52 more lines · .page shows all of it, .last --all FILE saves it');
  });

  it('shows the end of a path that is too long for the screen', () => {
    const { log, text } = followed(32);
    log.append({ kind: 'http', input: 1, exchange });
    log.append({ kind: 'output', input: 1, value: undefined, ms: 14 });
    expect(text()).toBe('↳ GET …rest/queues → 200 · 12 ms\n');
  });

  it('begins with the earlier events of the log', () => {
    const log = new SessionLog();
    log.append({ kind: 'notice', text: 'earlier' });
    const written: string[] = [];
    const look = { columns: 60, colour: false, mode: { kind: 'sandbox' } } as const;
    const scrollback = new Scrollback(
      (text) => written.push(text),
      () => look,
    );
    scrollback.follow(log);
    scrollback.flush();
    expect(written).toEqual(['earlier\n']);
  });
});

describe('the requests and notices in the scrollback', () => {
  it('shows the total time if the request took only part of it', () => {
    const { log, text } = followed();
    log.append({ kind: 'http', input: 1, exchange });
    log.append({ kind: 'output', input: 1, value: undefined, ms: 2512 });
    expect(text()).toBe('↳ GET /api/relay/rest/queues → 200 · 12 ms of 2.5 s\n');
  });

  it('counts several requests and the failed ones', () => {
    const { log, text } = followed();
    log.append({ kind: 'http', input: 1, exchange });
    log.append({ kind: 'http', input: 1, exchange: { method: 'GET', url: '/x', ms: 3, fault: 'connection refused' } });
    log.append({ kind: 'output', input: 1, value: undefined, ms: 40 });
    expect(text()).toBe('↳ 2 requests, 1 failed · 40 ms\n');
  });

  it('shows the fault when there is no response', () => {
    const { log, text } = followed();
    log.append({ kind: 'http', input: 1, exchange: { method: 'GET', url: '/x', ms: 3, fault: 'connection refused' } });
    log.append({ kind: 'output', input: 1, value: undefined, ms: 40 });
    expect(text()).toBe('↳ GET /x → connection refused · 3 ms\n');
  });

  it('shows each request that the sandbox made to a server of the user', () => {
    const { log, text } = followed();
    log.append({
      kind: 'webhook',
      purpose: 'call document',
      exchange: { ...exchange, method: 'POST', url: 'http://[::1]/v' },
    });
    expect(text()).toBe('← call document: POST http://[::1]/v → 200 · 12 ms\n');
  });

  it('shows the time of slow inputs only', () => {
    const { log, text } = followed();
    log.append({ kind: 'output', input: 1, value: 1, ms: 499 });
    log.append({ kind: 'output', input: 2, value: 2, ms: 1234 });
    expect(text()).toBe('1\n2\n↳ 1.2 s\n');
  });

  it('shows errors, notices and output on separate lines', () => {
    const { log, text } = followed();
    log.append({ kind: 'console', stream: 'stdout', text: 'printed' });
    log.append({ kind: 'notice', text: 'noticed' });
    log.append({ kind: 'error', input: 1, error: new TypeError('wrong'), ms: 1 });
    expect(text()).toBe('printed\nnoticed\nTypeError: wrong\n');
  });

  it('removes control sequences', () => {
    const { log, text } = followed();
    log.append({ kind: 'console', stream: 'stdout', text: 'a\x1b[2J\x1b[Hb\x1b]0;title\x07c' });
    log.append({ kind: 'notice', text: '\x1b[31mred\x9b5A' });
    expect(text()).not.toMatch(/[\x1b\x9b\x07]/);
  });
});

describe('writing to the scrollback', () => {
  it('joins many small lines into one write', () => {
    const { log, written, text } = followed();
    for (let line = 0; line < 1000; line += 1) log.append({ kind: 'console', stream: 'stdout', text: `${line}\n` });
    text();
    expect(written.length).toBe(1);
  });
  it('shows a call that was rung as its story', async () => {
    const { log, text } = followed();
    const sandbox = createSandbox();
    log.append({ kind: 'output', input: 1, value: await sandbox.ring('+12065550100', { digits: ['2'] }), ms: 1 });
    expect(text()).toMatch(/calls \+12065550100\n +route [\s\S]*4\.64 s +main\[3\] +branches/);
    expect(text()).not.toContain('call_id');
  });

  it('limits the buffered output', () => {
    const { log, written } = followed();
    for (let line = 0; line < 20; line += 1) {
      log.append({ kind: 'console', stream: 'stdout', text: `${'x'.repeat(9999)}\n` });
    }
    expect(written.length).toBeGreaterThan(1);
  });
  it('writes an input before it can block the thread', () => {
    const { log, written } = followed();
    log.append({ kind: 'input', input: 1, source: 'for(;;){}' });
    expect(written).toEqual(['sandbox › for(;;){}\n']);
  });
});
