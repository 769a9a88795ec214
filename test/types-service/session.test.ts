import { describe, expect, it } from 'vitest';
import { SessionModules } from '../../src/types/session-modules.js';
import { IS_LONG } from '../support/rotation.js';
import { completeAt, installedCompiler, openEngine } from './engine.js';

const QUEUE = ['average_wait_time', 'current_size', 'date_created', 'date_updated', 'friendly_name', 'id'];

// The tests continue one session, because each new engine reads all declarations again.
const session = openEngine({ withNodeTypes: false });

/** Runs the inputs and returns the first suggestions at the `|` in the code. */
function afterInputs(inputs: readonly string[], code: string, first = 2): readonly string[] {
  for (const source of inputs) session.add(source);
  return completeAt(session, code).names.slice(0, first);
}

describe('where a type is expected', () => {
  it.each([
    ['a type of an earlier input', 'interface Invoice { id: string }', 'const x: Invoi|', 'Invoice'],
    ['a class of an earlier input', 'class Receipt { id = 1 }', 'function f(x: Rece|', 'Receipt'],
    ['a type that is a variable too', '1', 'const x: Promi|', 'Promise'],
  ])('offers %s as a type', (_, input, code, name) => {
    session.add(input);
    const items = completeAt(session, code).found?.items ?? [];
    expect(items.find(({ text }) => text === name)).toMatchObject({ kind: 'type' });
  });

  it('does not offer a variable as a type', () => {
    session.add('const invented = 1');
    const items = completeAt(session, 'const x: inv|').found?.items ?? [];
    expect(items.filter(({ text, kind }) => text === 'invented' && kind === 'type')).toEqual([]);
  });
});

describe('a second declaration', () => {
  it('replaces the type of the first', () => {
    expect(afterInputs(['const x = 1', 'const x = { one: 1, two: 2 }'], 'x.|')).toEqual(['one', 'two']);
  });

  it('can use the value of the first', () => {
    expect(afterInputs(['let x = { one: 1 }', 'let y = { ...x, two: 2 }', 'let x = 1'], 'y.|')).toEqual(['one', 'two']);
  });

  it('can have another kind', () => {
    expect(
      afterInputs(['class A { old = 1 }', 'const a = new A()', 'function A() { return { now: 1 } }'], 'A().|'),
    ).toEqual(['now']);
  });

  it('leaves the types of earlier values alone', () => {
    expect(afterInputs(['class A { old = 1 }', 'const a = new A()', 'class A { now = 1 }'], 'a.|')).toEqual(['old']);
  });

  it('is seen in the input that is being typed', () => {
    expect(afterInputs(['const x = 1'], 'const x = { one: 1 }; x.|')).toEqual(['one']);
  });

  it('can repeat an interface without merging the two', () => {
    expect(afterInputs(['interface I { a: 1 }', 'interface I { b: 1 }', 'const i = {} as I'], 'i.|')).toEqual(['b']);
  });
});

describe('the last value', () => {
  it('has the type of an expression', () => {
    expect(afterInputs(['await platform.queues.list()'], '_.data[0].|', 6)).toEqual(QUEUE);
  });

  it('has the type of the last statement of several', () => {
    expect(afterInputs(['const a = 1; const b = { a }\nb'], '_.|')).toEqual(['a']);
  });

  it('stays when an input has no value', () => {
    expect(afterInputs(['({ kept: 1 })', 'const other = 1', 'console.log(1)'], '_.|')).toEqual(['kept']);
  });

  it('is an object for an input that starts with a brace', () => {
    expect(afterInputs(['{ one: 1, two: 2 }'], '_.|')).toEqual(['one', 'two']);
  });

  it('can be used by the next input', () => {
    expect(afterInputs(['({ one: 1 })', '({ ..._, two: 2 })'], '_.|')).toEqual(['one', 'two']);
  });
});

describe('names of a session', () => {
  it('get a type from the first value that is assigned to them', () => {
    expect(afterInputs(['let later', 'later = { one: 1 }'], 'later.|')).toEqual(['one']);
  });

  it('can be assigned without a declaration', () => {
    expect(afterInputs(['undeclared = { one: 1 }'], 'undeclared.|')).toEqual(['one']);
  });

  it('keep their declared type when they are assigned', () => {
    expect(afterInputs(['let typed: { one: number } | undefined', 'typed = undefined'], 'typed.|')).toEqual(['one']);
  });

  it('can be declared by patterns, loops and imports', () => {
    const inputs = [
      'const { a, b: [c], ...d } = { a: { inA: 1 }, b: [{ inC: 1 }], e: 1 }',
      'for (var i = 0; i < 1; i++) { var inLoop = { looped: 1 } }',
      "import { createSandbox as make } from 'patchbay/sandbox'",
    ];
    expect(afterInputs(inputs, 'a.|')).toEqual(['inA']);
    expect(afterInputs([], 'c.|')).toEqual(['inC']);
    expect(afterInputs([], 'd.|')).toEqual(['e']);
    expect(afterInputs([], 'inLoop.|')).toEqual(['looped']);
    expect(afterInputs([], 'make().cloc|')).toEqual(['clock']);
  });

  it('can be exported by their input', () => {
    expect(afterInputs(['export const shared = { one: 1 }'], 'shared.|')).toEqual(['one']);
  });

  it('keep types that no declaration can express', () => {
    const anonymous = 'const made = (() => { class Hidden { shown = 1; private own = 2 } return new Hidden() })()';
    expect(afterInputs([anonymous], 'made.|')).toEqual(['shown']);
  });

  it('come before the globals', () => {
    expect(afterInputs(['const processed = 1'], 'proces|')).toEqual(['processed', 'process']);
  });
});

it('answers after inputs with type errors and unknown names', () => {
  expect(afterInputs(['const n: number = "text"; const o = { one: missing() }'], 'o.|')).toEqual(['one']);
});

it('answers after hundreds of inputs that each use the one before', () => {
  afterInputs(['let chain = { first: 1 }'], '');
  const count = IS_LONG ? 300 : 120;
  for (let i = 0; i < count; i++) session.add(`let chain${i} = { ...chain${i === 0 ? '' : i - 1}, last: ${i} }`);
  expect(completeAt(session, `chain${count - 1}.|`).names).toEqual(['first', 'last']);
}, 120_000);

it('replaces a preloaded name by one of the session', () => {
  expect(afterInputs(['const platform = { mine: 1 }'], 'platform.|')).toEqual(['mine']);
});

it('forgets modules that nothing uses', () => {
  const modules = new SessionModules(installedCompiler().ts);
  for (let i = 0; i < 500; i++) {
    const { text, exports } = modules.prepare('const again = 1');
    modules.publish(modules.store(text), exports, new Set());
  }
  const kept = Array.from({ length: 500 }, (_, i) => i + 1).filter((module) => modules.get(module));
  expect(kept.length).toBeLessThan(100);
  expect(kept).toContain(500);
});
