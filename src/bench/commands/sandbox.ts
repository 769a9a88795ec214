import type { Suggestion } from '../../assist/index.js';
import { operations, walkRows } from '../../client/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { momentText, Sheet } from '../../show/index.js';
import { Mistake } from '../../util/index.js';
import { callStory } from '../call-story.js';
import { type Command, choices } from './arguments/command.js';
import { numbersOf } from './arguments/known-numbers.js';

export const sandbox: Command = {
  name: '.sandbox',
  group: 'tools',
  takes: '[ACTION …]',
  help: 'Inspect and control the sandbox',
  forms: [
    ['ring NUMBER [FROM] [DIGITS …]', 'Simulate an incoming call, press digits at its prompts, and show what happens'],
    ['clock [SECONDS]', 'Show the simulated time, or advance it'],
    ['inbox', 'List the messages, codes and calls to phones'],
    ['callbacks', 'List the callbacks that the sandbox sent to servers'],
    ['faults [OPERATION FAULT]', 'List the faults, or make an operation fail: with a status, timeout, reset, …'],
    ['faults clear', 'Remove all faults'],
    ['journal', 'List the latest requests'],
  ],
  complete([action = '', ...rest], { bench }) {
    if (rest.length === 0) return choices(Object.keys(actions));
    const simulated = bench.globals.sandbox as Sandbox;
    return (Object.hasOwn(completions, action) && completions[action]?.(rest, simulated)) || [];
  },
  async run({ words: [action, ...rest] }, { globals }) {
    const simulated = globals.sandbox as Sandbox;
    if (action === undefined) return overview(simulated);
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run) throw new Mistake(`unknown action "${action}". Use one of ${Object.keys(actions).join(', ')}`);
    try {
      return await run(simulated, rest);
    } catch (error) {
      // The sandbox throws for invalid arguments. As a `Mistake`, the message is shown without an error name.
      throw error instanceof Error ? new Mistake(error.message, { cause: error }) : error;
    }
  },
};

type Action = (simulated: Sandbox, words: readonly string[]) => unknown;

/** Reads `[FROM] [DIGITS …]`: a caller begins with a plus or contains an @, digits do not. */
function ringOptions(words: readonly string[]): Parameters<Sandbox['ring']>[1] {
  const [first, ...rest] = words;
  const from = first !== undefined && /^\+|@|^sip:/.test(first) ? first : undefined;
  const digits = from === undefined ? words : rest;
  const wrong = digits.find((one) => !/^[\d*#A-D]+$/.test(one));
  if (wrong !== undefined)
    throw new Mistake(`${wrong} is neither a caller such as +15035550147 nor digits such as 1 or 42#`);
  return { ...(from !== undefined && { from }), ...(digits.length > 0 && { digits }) };
}

const actions: Readonly<Record<string, Action>> = {
  async ring(simulated, [number, ...words]) {
    if (number === undefined)
      throw new Mistake(`.sandbox ring requires a number. Use one of ${numbersOf(simulated).join(', ')}`);
    return callStory(await simulated.ring(number, ringOptions(words)));
  },
  clock(simulated, [seconds]) {
    if (seconds !== undefined) simulated.clock.advance(Number(seconds.replace(/^\+/, '')));
    return `The simulated time is ${timeOf(simulated.clock.now())}.`;
  },
  inbox: ({ inbox }) =>
    inbox.length === 0
      ? 'The sandbox has not sent anything to a phone.'
      : new Sheet([{ pairs: inbox.map(({ at, to, channel, text }) => [timeOf(at), `${channel} ${to}: ${text}`]) }]),
  callbacks: ({ callbacks }) =>
    callbacks.length === 0
      ? 'The sandbox has not sent any callbacks.'
      : new Sheet([
          {
            pairs: callbacks.map(({ at, event, url, outcome }) => [
              timeOf(at),
              `${event} ${url} ${typeof outcome === 'string' ? outcome : 'status' in outcome ? outcome.status : outcome.error}`,
            ]),
          },
        ]),
  faults({ faults }, [operation, fault = '500', ms = '1000']) {
    if (operation === 'clear') faults.clear();
    else if (operation !== undefined) faults.add(operation, faultOf(fault, ms));
    const rules = faults.list();
    if (rules.length === 0)
      return 'There are no faults. `.sandbox faults queues.list 503` adds one. Instead of 503, use timeout, reset, truncated or slow MS.';
    return new Sheet([
      { pairs: rules.map(({ operation: name, fault }) => [name, 'kind' in fault ? fault.kind : `${fault.status}`]) },
    ]);
  },
  journal: ({ journal }) =>
    journal.length === 0
      ? 'The sandbox has not received any requests.'
      : new Sheet([
          {
            pairs: journal
              .slice(-30)
              .map(({ at, operation, method, path, status, fault, reason }) => [
                timeOf(at),
                [`${status ?? fault} ${operation ?? `${method} ${path}`}`, reason].filter(Boolean).join(': '),
              ]),
          },
        ]),
};

const completions: Readonly<Record<string, (words: readonly string[], simulated: Sandbox) => Suggestion[]>> = {
  ring: (words, simulated) => (words.length === 1 ? choices(numbersOf(simulated)) : []),
  clock: (words) =>
    words.length === 1
      ? choices([
          ['60', 'a minute'],
          ['3600', 'an hour'],
          ['86400', 'a day'],
        ])
      : [],
  faults([operation, fault, ...more]) {
    if (fault === undefined)
      return choices([['clear', 'remove all faults'], ['*', 'every operation'], ...faultTargets()]);
    if (operation === 'clear') return [];
    if (more.length === 0) return choices(FAULTS);
    return fault === 'slow' && more.length === 1
      ? choices([
          ['1000', 'ms'],
          ['10000', 'ms'],
        ])
      : [];
  },
};

const FAULTS: readonly (readonly [string, string])[] = [
  ['500', 'server error'],
  ['503', 'server overloaded'],
  ['429', 'too many requests'],
  ['404', 'not found'],
  ['422', 'invalid field'],
  ['401', 'invalid credentials'],
  ['timeout', 'no response'],
  ['reset', 'connection reset'],
  ['truncated', 'truncated response'],
  ['slow', 'response after a delay in ms'],
];

/** Returns the groups of operations, followed by the operations. */
function faultTargets(): [string, string][] {
  const known = [...walkRows(operations)];
  const groups = new Set(known.map(([name]) => name.slice(0, name.lastIndexOf('.'))));
  return [
    ...[...groups].map((name): [string, string] => [name, 'all its operations']),
    ...known.map(([name, { help }]): [string, string] => [name, help]),
  ];
}

/** Formats a time as results show it, in the local time zone. */
const timeOf = (at: Date | string): string =>
  momentText(at, Intl.DateTimeFormat().resolvedOptions().timeZone) ?? String(at);

/** Parses an HTTP status or the name of another fault. The sandbox rejects unknown names. */
const faultOf = (fault: string, ms: string) =>
  (/^\d/.test(fault)
    ? { status: Number(fault) }
    : fault === 'slow'
      ? { kind: fault, ms: Number(ms) }
      : { kind: fault }) as Parameters<Sandbox['faults']['add']>[1];

const overview = (simulated: Sandbox) =>
  new Sheet([
    {
      pairs: [
        ['clock', timeOf(simulated.clock.now())],
        ['numbers', numbersOf(simulated).join(', ')],
        ['inbox', `${simulated.inbox.length} messages and calls to phones`],
        ['callbacks', `${simulated.callbacks.length} sent to servers`],
        ['faults', `${simulated.faults.list().length} configured`],
        ['journal', `${simulated.journal.length} requests`],
      ],
    },
    'Type .sandbox ring NUMBER to simulate an incoming call.',
  ]);
