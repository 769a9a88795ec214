import { expect, it } from 'vitest';
import { inspectReply } from '../../src/kernel/types/inspect.js';
import { NO_TYPES } from '../../src/kernel/types/types.js';
import type { SheetPart } from '../../src/util/index.js';

let ran = false;
const scope: Record<string, unknown> = {
  spam: { alpha: 1, beta: { gamma: 'deep' } },
  queue: { id: 'Q1', a: null, b: null, name: 'Support', c: null, d: null },
  add: (a: number) => a,
  long: 'x'.repeat(10_000),
  odd: {
    get hidden() {
      ran = true;
      return 1;
    },
  },
};
const help = async (topic: string): Promise<readonly SheetPart[]> => {
  if (['.route', 'display', 'platform'].includes(topic)) return [`all about ${topic}`];
  throw new TypeError('unknown');
};

async function ask(code: string, says = 'any', cursor = code.length) {
  const types = { ...NO_TYPES, ask: async () => says as never };
  const peek = (name: string) => Object.getOwnPropertyDescriptor(scope, name);
  const { found, data } = await inspectReply({ code, cursor_pos: cursor }, { help, peek, types });
  return { found, text: (data as Record<string, string>)['text/plain'] };
}

it('shows the value when the type is unknown', async () => {
  expect(await ask('spam')).toEqual({ found: true, text: "spam: { alpha: 1, beta: { gamma: 'deep' } }" });
  expect(await ask('spam.beta.gamma', 'let spam: any')).toEqual({ found: true, text: "spam.beta.gamma: 'deep'" });
  expect((await ask('long')).text?.length).toBeLessThan(2_100);
});

it('shows the value first and the type last', async () => {
  expect(await ask('spam', 'const spam: { alpha: number }')).toEqual({
    found: true,
    text: "spam: { alpha: 1, beta: { gamma: 'deep' } }\n\nconst spam: { alpha: number }",
  });
  expect((await ask('display', 'const display: Display')).text).toMatch(
    /^all about display\n\nType\n +const display: /,
  );
});

it('shows only the type of a function, and of a name without a value', async () => {
  expect(await ask('add', 'function add(a: number): number')).toEqual({
    found: true,
    text: 'function add(a: number): number',
  });
  expect((await ask('nope', 'const nope: number')).text).toBe('const nope: number');
});

it('folds the empty fields of a resource', async () => {
  expect((await ask('queue', 'const queue: Queue')).text).toBe(
    "queue: { id: 'Q1', name: 'Support' }\n4 empty fields: a, b, c, d\n\nconst queue: Queue",
  );
});

it('finds nothing for an unknown name and runs no getter', async () => {
  for (const name of ['nope', 'spam.nope', 'nope.spam', 'odd.hidden'])
    expect(await ask(name)).toEqual({ found: false });
  expect(ran).toBe(false);
});

it('explains a dot command at every cursor position in it', async () => {
  for (const cursor of [0, 3, 6]) expect((await ask('.route +1555', 'any', cursor)).text).toBe('all about .route');
});

it('omits the type `any` next to the help', async () => {
  expect((await ask('display', 'any')).text).toBe('all about display');
  expect((await ask('platform', 'const platform: RestClient')).text).toContain('RestClient');
});
