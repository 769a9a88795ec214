import { describe, expect, it } from 'vitest';
import { completeAt, openEngine } from './engine.js';

const QUEUE = ['average_wait_time', 'current_size', 'date_created', 'date_updated', 'friendly_name', 'id'];

/** Runs the inputs and returns the first suggestions at the `|` in the code. */
function afterInputs(inputs: readonly string[], code: string, first = 2): readonly string[] {
  const engine = openEngine();
  for (const source of inputs) engine.add(source);
  return completeAt(engine, code).names.slice(0, first);
}

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

  it('replaces a preloaded name', () => {
    expect(afterInputs(['const platform = { mine: 1 }'], 'platform.|')).toEqual(['mine']);
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
    expect(afterInputs(['let x', 'x = { one: 1 }'], 'x.|')).toEqual(['one']);
  });

  it('can be assigned without a declaration', () => {
    expect(afterInputs(['x = { one: 1 }'], 'x.|')).toEqual(['one']);
  });

  it('keep their declared type when they are assigned', () => {
    expect(afterInputs(['let x: { one: number } | undefined', 'x = undefined'], 'x.|')).toEqual(['one']);
  });

  it('can be declared by patterns, loops and imports', () => {
    const inputs = [
      'const { a, b: [c], ...d } = { a: { inA: 1 }, b: [{ inC: 1 }], e: 1 }',
      'for (var i = 0; i < 1; i++) { var inLoop = { looped: 1 } }',
      "import { createSandbox as make } from 'patchbay/sandbox'",
      "import * as fs from 'node:fs'",
    ];
    expect(afterInputs(inputs, 'a.|')).toEqual(['inA']);
    expect(afterInputs(inputs, 'c.|')).toEqual(['inC']);
    expect(afterInputs(inputs, 'd.|')).toEqual(['e']);
    expect(afterInputs(inputs, 'inLoop.|')).toEqual(['looped']);
    expect(afterInputs(inputs, 'make().clo|')).toEqual(['clock']);
    expect(afterInputs(inputs, 'fs.readFileS|')).toEqual(['readFileSync']);
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

it('answers after a thousand inputs that each use the one before', () => {
  const engine = openEngine();
  engine.add('let chain = { first: 1 }');
  for (let i = 0; i < 1_000; i++) engine.add(`let chain${i} = chain${i === 0 ? '' : i - 1}`);
  expect(completeAt(engine, 'chain999.|').names).toEqual(['first']);
}, 120_000);

it('forgets modules that nothing uses', () => {
  const engine = openEngine();
  for (let i = 0; i < 300; i++) engine.add('const again = { one: 1 }');
  expect(completeAt(engine, 'again.|').names).toEqual(['one']);
}, 60_000);
