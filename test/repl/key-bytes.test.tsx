import { PassThrough } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { afterEach, describe, expect, it } from 'vitest';
import { FrameWriter } from '../../src/repl/view/frame-writer.js';
import { mountScreen } from '../../src/repl/view/screen.js';
import { atThePrompt } from './support/at-the-prompt.js';

const MAX_BYTES = 300;
const ESC = '\x1b';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** A prompt on a screen whose bytes are counted. */
function onScreen(columns: number, options: Parameters<typeof atThePrompt>[0] = {}) {
  let bytes = 0;
  const prompt = atThePrompt(options);
  prompt.store.set({ columns, rows: 40 });
  const screen = mountScreen({
    store: prompt.store,
    stdin: new PassThrough() as unknown as ReadStream, // Ink does not read it
    writer: new FrameWriter((text) => {
      bytes += Buffer.byteLength(text);
    }),
  });
  opened.push(screen.close);
  /** Types keys and returns the number of bytes that the terminal gets. */
  const bytesFor = async (...texts: string[]) => {
    bytes = 0;
    const painted = screen.painted();
    await prompt.type(...texts);
    await painted;
    return bytes;
  };
  return { ...prompt, bytesFor };
}

const LINES = Array.from(
  { length: 30 },
  (_, row) => `const name${row} = await platform.queues.get('${row}', { if: true, then: [1, 2, 3] }); // why`,
);

describe.each([40, 80, 200])('a letter in an input of 30 lines at %i columns', (columns) => {
  const input = LINES.map((line) => line.slice(0, columns - 14)).join('\n');
  it('costs few bytes at the end', async () => {
    const { bytesFor, text } = onScreen(columns);
    expect(await bytesFor(`${ESC}[200~${input}${ESC}[201~`)).toBeGreaterThan(1000);
    const cost = await bytesFor('x');
    expect(text().endsWith('x')).toBe(true);
    expect(cost).toBeGreaterThan(0);
    expect(cost).toBeLessThanOrEqual(MAX_BYTES);
  });
  it('costs few bytes in the middle', async () => {
    const { bytesFor, text } = onScreen(columns);
    await bytesFor(`${ESC}[200~${input}${ESC}[201~`);
    await bytesFor(...Array(15).fill(`${ESC}[A`), `${ESC}[H`, ...Array(8).fill(`${ESC}[C`));
    const cost = await bytesFor('x');
    expect(text()).toContain('const naxme14');
    expect(cost).toBeGreaterThan(0);
    expect(cost).toBeLessThanOrEqual(MAX_BYTES);
  });
  it('costs few bytes when a signature appears or its argument changes', async () => {
    const line = 'name: string, '.repeat(30);
    const { bytesFor, store } = onScreen(columns, {
      signature: (source) => {
        const at = source.endsWith('(') ? 70 : source.endsWith(',') ? 84 : undefined;
        const split = {
          before: line.slice(0, at),
          active: line.slice(at, (at ?? 0) + 12),
          after: line.slice((at ?? 0) + 12),
        };
        return at === undefined ? undefined : { opened: 0, signature: split };
      },
    });
    await bytesFor(`${ESC}[200~${input}${ESC}[201~`);
    for (const key of ['(', ',', 'x']) {
      const cost = await bytesFor(key);
      expect(cost).toBeGreaterThan(0);
      expect(cost).toBeLessThanOrEqual(MAX_BYTES);
      expect(store.get().signature !== undefined).toBe(key !== 'x');
    }
  });
});
