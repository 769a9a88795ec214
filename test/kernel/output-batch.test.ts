import { describe, expect, it, vi } from 'vitest';
import { createOutputBatch, type Output } from '../../src/kernel/execute/output-batch.js';
import type { Header } from '../../src/kernel/wire/messages.js';

const cell = (msg_id: string) => ({ msg_id }) as Header;

describe('batched output', () => {
  it('joins many writes into one message', () => {
    vi.useFakeTimers();
    const sent: Output[] = [];
    const batch = createOutputBatch((output) => sent.push(output), 20);
    for (const text of ['a', 'b', 'c']) batch.add({ name: 'stdout', text, parent: cell('1') });
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(20);
    expect(sent).toEqual([{ name: 'stdout', text: 'abc', parent: cell('1') }]);
    vi.useRealTimers();
  });

  it('sends pending output before the output of another stream or cell', () => {
    const sent: string[] = [];
    const batch = createOutputBatch(({ name, text, parent }) => sent.push(`${parent?.msg_id} ${name} ${text}`), 20);
    batch.add({ name: 'stdout', text: 'a', parent: cell('1') });
    batch.add({ name: 'stderr', text: 'b', parent: cell('1') });
    batch.add({ name: 'stderr', text: 'c', parent: cell('2') });
    batch.flush();
    expect(sent).toEqual(['1 stdout a', '1 stderr b', '2 stderr c']);
  });

  it('joins the writes to two streams by turns, each in its order', () => {
    const sent: Output[] = [];
    const batch = createOutputBatch((output) => sent.push(output), 20);
    for (let i = 0; i < 1_000; i++) {
      batch.add({ name: 'stdout', text: `o${i};`, parent: cell('1') });
      batch.add({ name: 'stderr', text: `e${i};`, parent: cell('1') });
    }
    batch.flush();
    expect(sent.length).toBeLessThan(100);
    for (const [name, letter] of [
      ['stdout', 'o'],
      ['stderr', 'e'],
    ])
      expect(
        sent
          .filter((one) => one.name === name)
          .map(({ text }) => text)
          .join(''),
      ).toBe(Array.from({ length: 1_000 }, (_, i) => `${letter}${i};`).join(''));
  });
});
