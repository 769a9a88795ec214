import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../src/bench/index.js';
import { eventText } from '../../src/repl/scrollback/index.js';
import { asJson, Illustrated, mimeBundle, Progress, Sheet, showError, showText, Whole } from '../../src/show/index.js';
import { dangersIn, dangersInHtml, HOSTILE } from '../support/hostile.js';

/** Values with a hostile name and a hostile text in every place that a view shows. */
const VALUES: Readonly<Record<string, (evil: string) => unknown>> = {
  'a page': (evil) => ({ data: [{ id: evil, [evil]: evil, name: evil }], links: { next: evil } }),
  'a list of resources': (evil) => [{ id: evil, [evil]: evil, nested: { [evil]: [evil] } }],
  'a resource': (evil) => ({ id: evil, [evil]: { [evil]: evil }, [`${evil}2`]: null, name: evil }),
  'an object': (evil) => ({ [evil]: { [evil]: [evil] } }),
  'a map': (evil) => new Map([[evil, new Set([evil])]]),
  'a class': (evil) => new (({ [evil]: class {} })[evil] as new () => object)(),
  'a function': (evil) => ({ [evil]: () => {} })[evil],
  'a symbol': (evil) => [Symbol(evil), { [Symbol(evil)]: 1 }],
  'a tag': (evil) => ({ [Symbol.toStringTag]: evil }),
  'a value that shows itself': (evil) => ({ [inspect.custom]: () => evil }),
  'a value with its MIME types': (evil) => ({
    [Symbol.for('Jupyter.display')]: () => ({ 'text/plain': evil }),
  }),
  'an error in a value': (evil) => [Object.assign(new Error(evil), { name: evil, [evil]: evil })],
  'a whole value': (evil) => new Whole({ [evil]: evil }),
  'a whole text': (evil) => new Whole(`x${evil}`),
  progress: (evil) => new Progress(evil, 1, 2),
  'a sheet': (evil) =>
    new Sheet([{ title: evil }, { pairs: [[evil, evil]] }, { lines: [evil] }, { lines: [evil], of: 'shell' }]),
  'a picture': (evil) =>
    new Illustrated({ [evil]: evil }, [
      { title: evil },
      { path: [{ title: evil, text: evil, by: evil }] },
      { moments: [{ title: evil, text: evil, at: evil }] },
      { pairs: [[evil, evil]] },
    ]),
};
/** Texts that may have several lines. */
const OF_LINES = new Set([
  // Names that code alone can give.
  'a class',
  'a function',
  'a symbol',

  'a value that shows itself',
  'a value with its MIME types',
  'an error in a value',
  'a whole text',
  'a tag',
]);

const LOOKS = [20, 40, 80, 200].flatMap((columns) =>
  [true, false].flatMap((colour) => [
    { columns, colour },
    { columns, colour, zone: 'UTC' },
  ]),
);

describe.each(Object.entries(VALUES))('%s with hostile names and texts', (what, make) => {
  const mayBreakLines = OF_LINES.has(what);

  it.each(HOSTILE)('is text that cannot drive a terminal: %j', (evil) => {
    for (const look of LOOKS)
      expect(dangersIn(showText(make(evil), look), { colour: look.colour, mayBreakLines })).toEqual([]);
  });

  it.each(HOSTILE)('is safe in every form of a notebook: %j', async (evil) => {
    const bundle = await mimeBundle(make(evil));
    expect(dangersIn(String(bundle['text/plain']), { colour: true, mayBreakLines })).toEqual([]);
    if ('text/html' in bundle) expect(dangersInHtml(String(bundle['text/html']))).toEqual([]);
  });

  it.each(HOSTILE)('is JSON that cannot drive a terminal: %j', (evil) => {
    expect(dangersIn(asJson(make(evil)))).toEqual([]);
  });
});

describe('an error with hostile texts', () => {
  const errorOf = (evil: string) =>
    Object.assign(new Error(evil, { cause: new Error(`because ${evil}`, { cause: new Error(`and ${evil}`) }) }), {
      name: evil,
      errors: [
        { attribute: evil, message: evil, code: evil },
        { attribute: evil, message: evil, code: evil },
      ],
      [evil]: evil,
    });

  it.each(HOSTILE)('cannot drive a terminal: %j', (evil) => {
    for (const error of [
      errorOf(evil),
      new AggregateError([errorOf(evil)], evil),
      { [evil]: evil },
      evil,
      { message: evil, stack: evil, name: evil },
    ])
      for (const columns of [undefined, 40, 80])
        for (const colour of [true, false]) {
          const look = { colour, frames: [evil], advice: [evil], ...(columns && { columns }) };
          expect(dangersIn(showError(error, look), { colour, mayBreakLines: true })).toEqual([]);
        }
  });

  it.each(HOSTILE)('shows the names around its message on lines of ours: %j', (evil) => {
    const error = Object.assign(errorOf(evil), { message: 'message' });
    expect(dangersIn(showError(error, { frames: [evil] }))).toEqual([]);
  });
});

describe('the text above the prompt', () => {
  const EVENTS: { readonly [Kind in SessionEvent['kind']]: (evil: string) => Extract<SessionEvent, { kind: Kind }> } = {
    input: (evil) => ({ kind: 'input', input: 1, source: evil }),
    console: (evil) => ({ kind: 'console', stream: 'stdout', text: evil }),
    http: (evil) => ({ kind: 'http', exchange: { method: evil, url: evil, ms: 1, fault: evil } }),
    webhook: (evil) => ({ kind: 'webhook', purpose: evil, exchange: { method: evil, url: evil, ms: 1, fault: evil } }),
    output: (evil) => ({ kind: 'output', input: 1, value: { [evil]: evil }, ms: 1 }),
    error: (evil) => ({ kind: 'error', input: 1, error: new Error(evil), ms: 1 }),
    notice: (evil) => ({ kind: 'notice', text: evil }),
    clear: () => ({ kind: 'clear' }),
    leave: () => ({ kind: 'leave' }),
  };
  it.each(Object.entries(EVENTS))('cannot be driven by an event: %s', (_kind, make) => {
    for (const evil of HOSTILE)
      for (const colour of [true, false]) {
        const text = eventText(make(evil), { columns: 60, colour, mode: { kind: 'replay', file: evil } });
        expect(dangersIn(text ?? '', { colour: true, mayBreakLines: true })).toEqual([]);
      }
  });
});
