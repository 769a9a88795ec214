import { describe, expect, it } from 'vitest';
import { createEvaluator, ENDING, Interrupted, userStack } from '../../src/eval/index.js';

/** Runs an input that calls `reached()`, and interrupts it there. */
async function interrupted(source: string, globals: Record<string, unknown> = {}) {
  const { promise, resolve } = later();
  const evaluator = createEvaluator({ globals: { ...globals, reached: resolve } });
  const outcome = evaluator.run(source).catch((error) => error);
  await promise;
  evaluator.interrupt();
  return { evaluator, outcome: await outcome };
}

function later<T = void>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((yes) => {
    resolve = yes;
  });
  return { promise, resolve };
}

describe('interrupt', () => {
  it('rejects an input that waits for a promise that never settles', async () => {
    const { outcome } = await interrupted('reached(); await new Promise(() => {})');
    expect(outcome).toBeInstanceOf(Interrupted);
  });

  const never = 'new Promise(() => {})';
  it.each([
    ['an await', `\nawait ${never}`, 'input-1:3:1'],
    ['an await in an expression', `const x =\n  1 +\n  (await ${never})`, 'input-1:4:4'],
    ['an await of TypeScript', `type A = 1;\n\nconst a: A = await (${never} as Promise<A>)`, 'input-1:4:14'],
    ['a result that is a promise', `1;\n  ${never}`, 'input-1:3:3'],
    [
      'a call of a function that waits',
      `const wait = async () => {\n  await ${never};\n};\nawait wait()`,
      'input-1:5:1',
    ],
    [
      'the first turn of a loop',
      `await 1\nfor await (const one of { [Symbol.asyncIterator]: () => ({ next: () => ${never} }) }) ;`,
      'input-1:3:1',
    ],
    [
      'a later turn of a loop',
      `for await (const one of (async function* () { yield 1; await ${never} })()) {\n  await one\n}`,
      'input-1:2:1',
    ],
    ['an await in a loop', `for await (const one of [1]) {\n  await one;\n  await ${never};\n}`, 'input-1:4:3'],
    [
      'a loop without braces',
      `for await (const one of (async function* () { yield 1; await ${never} })())\n  await one`,
      'input-1:2:1',
    ],
  ])('names the place of %s', async (_, code, place) => {
    const { outcome } = await interrupted(`setImmediate(reached);\n${code}`);
    expect(userStack(outcome)).toEqual([`at ${place}`]);
  });

  it('names no place where none is known', async () => {
    const { outcome } = await interrupted(
      `setImmediate(reached); for await (const one of (async function* () { yield 1; await ${never} })()) {\n  await one; continue;\n}`,
    );
    expect(userStack(outcome)).toEqual([]);
  });

  it('keeps completed declarations and removes the others', async () => {
    const { evaluator } = await interrupted('let kept = 1; reached(); const lost = await new Promise(() => {})');
    expect((await evaluator.run('[kept, typeof lost]')).value).toEqual([1, 'undefined']);
  });

  it.each([
    'for (;;) { turns++; if (turns === 1) reached(); await new Promise((yes) => setTimeout(yes, 1)) }',
    'for await (const _ of (function* () { for (;;) yield new Promise((yes) => setTimeout(yes, 1)) })()) if (++turns === 1) reached()',
    'for await (const _ of (function* () { for (;;) yield 0 })()) {await new Promise((yes) => setTimeout(yes, 1)); if (++turns === 1) reached()}',
  ])('stops a waiting loop at its next turn, instead of leaving it to run on: %s', async (loop) => {
    const { evaluator } = await interrupted(`let turns = 0; ${loop}`);
    const before = (await evaluator.run('turns')).value;
    await evaluator.run('await new Promise((yes) => setTimeout(yes, 20))');
    expect((await evaluator.run('turns')).value).toBe(before);
  });

  it('says what happened to code that catches the error', async () => {
    const { promise: caught, resolve: report } = later<unknown>();
    await interrupted(
      'try { reached(); for (;;) await new Promise((yes) => setTimeout(yes, 1)) } catch (error) { report(String(error)) }',
      { report },
    );
    expect(await caught).toBe('Interrupted: the input was interrupted');
  });

  it('disposes of the resources of the input', async () => {
    const disposed: string[] = [];
    const held = { [Symbol.dispose]: () => disposed.push('held') };
    await interrupted('using mine = held; reached(); await new Promise(() => {})', { held });
    expect(disposed).toEqual(['held']);
  });

  it('does nothing when no input runs', async () => {
    const evaluator = createEvaluator();
    evaluator.interrupt();
    expect((await evaluator.run('1')).value).toBe(1);
  });
});

it('an interrupted input has no place of code that was terminated before it began', async () => {
  const [one, other] = [createEvaluator(), createEvaluator()];
  const ended = later();
  one.define('end', () => {
    process.emit(ENDING as never, '    at busy (input-1:9:9)' as never);
    ended.resolve();
  });
  await one.run('void setImmediate(end)');
  await ended.promise;
  const outcome = other.run('await new Promise(() => {})').catch((error) => error);
  await new Promise(setImmediate);
  other.interrupt();
  expect(userStack(await outcome)).toEqual(['at input-1:1:1']);
  expect(process.listenerCount(ENDING)).toBe(0);
});
