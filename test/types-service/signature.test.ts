import { describe, expect, it } from 'vitest';
import { openEngine, signatureAt } from './engine.js';

const engine = openEngine();
engine.add('/** Adds numbers. */ function add(left: number, right: number, ...more: number[]) { return left + right }');
engine.add(
  'function over(a: string): string; function over(a: number, b: number): number; function over(a: any) { return a }',
);

/** Returns the text of the active parameter. */
function activeAt(code: string): string | undefined {
  const found = signatureAt(engine, code);
  const place = found?.parameters[found.active ?? -1];
  return place && found?.text.slice(place.from, place.to);
}

describe('the signature of a call', () => {
  it('has the parameters, the result and the documentation', () => {
    expect(signatureAt(engine, 'add(|')).toEqual({
      text: 'add(left: number, right: number, ...more: number[]): number',
      parameters: [
        { from: 4, to: 16 },
        { from: 18, to: 31 },
        { from: 33, to: 50 },
      ],
      active: 0,
      doc: 'Adds numbers.',
      overloads: 1,
    });
  });

  it.each([
    ['add(|', 'left: number'],
    ['add(1|', 'left: number'],
    ['add(1, |', 'right: number'],
    ['add(1, |)', 'right: number'],
    ['add(1, 2, 3, 4, |', '...more: number[]'],
    ['add(add(1, |', 'right: number'],
    ['add(add(1, 2), |', 'right: number'],
    ['await platform.queues.get(|', 'queue_id: string'],
    ["await platform.queues.update('id', |", 'fields?: QueuesUpdateFields'],
    ["await platform.queues.update('id', { |", 'fields?: QueuesUpdateFields'],
    ["'abc'.slice(1, |", 'end?: number'],
    ["const s = '😀'; add('é', |", 'right: number'],
    ['[1].map((n) => add(n, |', 'right: number'],
  ])('%s is at the parameter %s', (code, parameter) => {
    expect(activeAt(code)).toBe(parameter);
  });

  it('counts the overloads and selects one that fits', () => {
    const found = signatureAt(engine, 'over(1, |');
    expect([found?.overloads, found?.text, found?.active]).toEqual([2, 'over(a: number, b: number): number', 1]);
  });

  it('has no active parameter after the last one', () => {
    expect(signatureAt(engine, "platform.queues.get('id', {}, |")?.active).toBeUndefined();
  });

  it.each(['add|', 'add()|', "'add(|'", '// add(|', ''])('is missing outside of a call: %s', (code) => {
    expect(signatureAt(engine, code)).toBeUndefined();
  });
});
