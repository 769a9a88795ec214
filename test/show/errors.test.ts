import { describe, expect, it } from 'vitest';
import { showError } from '../../src/show/index.js';

const linked = (...messages: readonly string[]) => {
  const errors = messages.map((message) => new Error(message));
  for (const [index, error] of errors.entries()) error.cause = errors[index + 1];
  return errors as [Error, ...Error[]];
};

describe('the causes of an error', () => {
  it('are listed, outermost first', () => {
    expect(showError(linked('outer', 'middle', 'inner')[0])).toBe('Error: outer\n  because: middle\n  because: inner');
  });

  it('end where an error is its own cause', () => {
    const [self] = linked('self');
    self.cause = self;
    expect(showError(self)).toBe('Error: self\n  because: the same error again');
  });

  it('end where they lead back to an error that is already listed', () => {
    const [two, one] = linked('two', 'one');
    (one as Error).cause = two;
    expect(showError(two)).toBe('Error: two\n  because: one\n  because: the same error again');
    const [a, b, c] = linked('a1', 'b2', 'c3');
    (c as Error).cause = b;
    expect(showError(a)).toBe('Error: a1\n  because: b2\n  because: c3\n  because: the same error again');
  });

  it('end after a few, also when their messages add nothing', () => {
    const long = linked(...Array.from({ length: 100_000 }, (_, index) => (index === 0 ? 'all of x' : 'x')));
    expect(showError(long[0])).toBe('Error: all of x');
    const many = linked('m', 'a', 'b', 'c', 'd');
    expect(showError(many[0])).toBe('Error: m\n  because: a\n  because: b\n  because: c\n  because: …');
  });
});

describe('an error of several errors', () => {
  const lines = (errors: readonly unknown[], message = 'all failed') => {
    const thrown = new AggregateError(errors, message);
    return showError(thrown).split('\n').slice(1);
  };

  it('lists each message once', () => {
    const one = new Error('no route');
    expect(lines([one, one, new Error('no route')])).toEqual(['  no route (3 times)']);
    expect(lines([new Error('a'), new Error('b'), new Error('a')])).toEqual(['  a (2 times)', '  b']);
  });

  it('lists a single error too, and values that are not errors', () => {
    expect(lines([new Error('only')])).toEqual(['  only']);
    expect(lines(['text', 5, null])).toEqual(["  'text'", '  5', '  null']);
  });

  it('does not list itself', () => {
    const around = new AggregateError([], 'around');
    around.errors.push(around);
    expect(showError(around)).toBe('AggregateError: around\n  the same error again');
  });

  it('lists a few of many', () => {
    const all = Array.from({ length: 50 }, (_, index) => new Error(`error ${index}`));
    const shown = lines(all);
    expect(shown).toHaveLength(11);
    expect(shown.at(-1)).toBe('  … and 40 more errors');
  });
});
