import { Console } from 'node:console';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { cleanConsole, cleanWarnings } from '../../src/cli/clean-console.js';
import { dangersIn } from '../support/hostile.js';

const HOSTILE = '\x1b[31mred\x1b[0m\x9b2J\u202eabc\x1b]52;c;ZXZpbA==\x07';

function printed(
  isTTY: boolean,
  print = (own: Console) => {
    own.log(HOSTILE);
    own.error('%s', HOSTILE);
  },
): string {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()].map((stream) =>
    Object.assign(stream, { isTTY, columns: 80 }),
  ) as unknown as [NodeJS.WriteStream, NodeJS.WriteStream];
  const own = new Console({ stdout, stderr });
  cleanConsole({ stdout, stderr }, own);
  print(own);
  return [stdout, stderr].map((stream) => String((stream as unknown as PassThrough).read())).join('');
}

it('removes control sequences other than colours', () => {
  const line = '\x1b[31mred\x1b[0m2Jabc\n';
  expect(printed(true)).toBe(line + line);
});

it('does not change output to a pipe', () => {
  expect(printed(false)).toBe(`${HOSTILE}\n${HOSTILE}\n`);
});

const METHODS: Readonly<Record<string, (own: Console) => void>> = {
  table: (own) => own.table([{ [HOSTILE]: 1 }, { b: HOSTILE }]),
  'a table of an object': (own) => own.table({ [HOSTILE]: { [HOSTILE]: HOSTILE } }),
  'a table of a map': (own) => own.table(new Map([[HOSTILE, { [HOSTILE]: 1 }]])),
  'a table with columns': (own) => own.table([{ a: 1 }], [HOSTILE]),
  'a table in a group': (own) => {
    own.group('a');
    own.table([{ [HOSTILE]: 1 }]);
  },
};
const OTHERS: typeof METHODS = {
  dir: (own) => own.dir({ [HOSTILE]: HOSTILE }),
  group: (own) => own.group(HOSTILE),
  count: (own) => own.count(HOSTILE),
  trace: (own) => own.trace(HOSTILE),
  assert: (own) => own.assert(false, HOSTILE),
  warn: (own) => own.warn('%o', HOSTILE, HOSTILE),
};

it.each(Object.entries(METHODS))('cleans %s, also in a pipe', (_, print) => {
  for (const isTTY of [true, false]) {
    const text = printed(isTTY, print);
    expect(text).toContain('─');
    expect(dangersIn(text, { colour: true, mayBreakLines: true })).toEqual([]);
  }
});

it.each(Object.entries(OTHERS))('cleans the output of %s on a terminal', (_, print) => {
  expect(dangersIn(printed(true, print), { colour: true, mayBreakLines: true })).toEqual([]);
});

it('cleans every part of a warning, and leaves other listeners alone', () => {
  const events = new EventEmitter();
  const seen: unknown[] = [];
  const parts = ({ name, message, code, detail, stack }: Error & { code?: string; detail?: string }) =>
    [name, message, code, detail, stack].join(' ');
  // As Node.js names its own.
  const onWarning = (warning: Error) => seen.push(parts(warning));
  const own = (warning: Error) => seen.push(warning);
  events.on('warning', onWarning).on('warning', own);
  cleanWarnings(events as unknown as NodeJS.Process);
  const warning = Object.assign(new Error(HOSTILE), { name: HOSTILE, code: HOSTILE, detail: HOSTILE });
  events.emit('warning', warning);
  expect(seen).toHaveLength(2);
  expect(seen).toContain(warning);
  for (const text of seen.filter((one) => typeof one === 'string'))
    expect(dangersIn(text, { mayBreakLines: true })).toEqual([]);
});

it('finds the printer of Node.js', () => {
  const print = () => process.listeners('warning').map(({ name }) => name);
  const before = process.listeners('warning');
  cleanWarnings();
  const after = print();
  process.removeAllListeners('warning');
  for (const listener of before) process.on('warning', listener);
  // The runner of the tests may print warnings itself.
  expect(after).not.toContain('onWarning');
});
