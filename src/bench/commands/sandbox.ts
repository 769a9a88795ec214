import type { Suggestion } from '../../assist/index.js';
import { operations, walkRows } from '../../client/index.js';
import { sandbox as description, sharedCommands } from '../../commands/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { momentText, Sheet } from '../../show/index.js';
import { counted, Mistake } from '../../util/index.js';
import { secondsToRun } from '../session/input-hints.js';
import { type Command, checkWords, choices } from './arguments/command.js';
import { completeArguments } from './shared/complete-arguments.js';
import { dotCommandOf } from './shared/dot-command-of.js';
import { formsOfAction, promptUse, shellOnlyPairs } from './shared/prompt-use.js';
import { readArguments, runUse } from './shared/run-use.js';
import { numbersOf } from './shared/suggestions.js';

/** The shared commands that are actions of `.sandbox`, such as `ring`. */
const shared = Object.entries(sharedCommands).filter(([, { actionOf }]) => actionOf === 'sandbox');
const takesNumber = (use: (typeof shared)[number][1] | undefined) =>
  use !== undefined && promptUse(use).takes === 'number';
const sharedAction = (action: string) => shared.find(([name]) => name === action)?.[1];

export const sandbox: Command = {
  ...dotCommandOf('sandbox', description),
  takes: '[ACTION …]',
  forms: async () => [
    ...(await Promise.all(shared.map(([name, use]) => formsOfAction(name, use)))).flat(),
    ['clock [SECONDS]', 'Show the simulated time, or advance it'],
    ['run SECONDS', 'Advance the time, and wait for callbacks and documents'],
    ['reset', 'Return to the state of the start'],
    ['inbox', 'List the messages, codes and calls to phones'],
    ['callbacks', 'List the callbacks that the sandbox sent to servers'],
    ['faults [OPERATION FAULT]', 'List the faults, or make an operation fail: with a status, timeout, reset, …'],
    ['faults clear', 'Remove all faults'],
    ['journal', 'List the latest requests'],
    ...shellOnlyPairs(description),
  ],
  complete([action = '', ...rest], context) {
    if (rest.length === 0) return choices([...shared.map(([name]) => name), ...Object.keys(actions)]);
    const use = sharedAction(action);
    if (use) return completeArguments(use, rest, context);
    return (Object.hasOwn(completions, action) && completions[action]?.(rest)) || [];
  },
  ownNumbers: ([action = '', ...rest], { bench }) =>
    rest.length === 1 && !rest[0]?.startsWith('-') && takesNumber(sharedAction(action))
      ? numbersOf(bench.globals.sandbox as Sandbox)
      : undefined,
  async run({ words: [action, ...words], rest }, bench) {
    const simulated = bench.globals.sandbox as Sandbox;
    if (action === undefined) return overview(simulated);
    const use = sharedAction(action);
    if (use) return runUse(`.sandbox ${action}`, use, rest.slice(action.length), bench);
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    // An option of the shell is refused with the reason.
    if (!run) readArguments('.sandbox', description, rest);
    if (!run)
      throw new Mistake(
        `unknown action "${action}". Use one of ${[...shared.map(([name]) => name), ...Object.keys(actions)].join(', ')}`,
      );
    checkWords(`.sandbox ${action}`, words, MAX_WORDS[action] ?? 0);
    try {
      return await run(simulated, words);
    } catch (error) {
      // The sandbox throws for invalid arguments. As a `Mistake`, the message is shown without an error name.
      throw error instanceof Error ? new Mistake(error.message, { cause: error }) : error;
    }
  },
};

/** The number of words after an action. Others take none. */
const MAX_WORDS: Readonly<Record<string, number>> = { clock: 1, run: 1, faults: 3 };

type Action = (simulated: Sandbox, words: readonly string[]) => unknown;

const actions: Readonly<Record<string, Action>> = {
  clock(simulated, [seconds]) {
    if (seconds !== undefined) simulated.clock.advance(Number(seconds.replace(/^\+/, '')));
    const time = `The simulated time is ${timeOf(simulated.clock.now())}.`;
    const open = seconds === undefined ? 0 : simulated.in_flight.length;
    return open === 0 ? time : `${time} In flight: ${counted(open, 'request')}. .sandbox run waits for them.`;
  },
  async run(simulated, [seconds = '']) {
    if (!/^\+?\d+(\.\d+)?$/.test(seconds)) throw new TypeError('use a number of seconds, such as .sandbox run 60');
    return `The simulated time is ${timeOf(await simulated.run(Number(seconds)))}.`;
  },
  reset(simulated) {
    simulated.reset();
    return `The sandbox is as it was at ${timeOf(simulated.clock.now())}.`;
  },
  inbox: ({ inbox, clock, nextEventAt }) =>
    inbox.length === 0
      ? `The sandbox has not sent anything to a phone.${untilNext(nextEventAt(), clock.now())}`
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

/** Says how to reach the next events, such as the delivery of a message. The clock does not run by itself. */
function untilNext(at: string | undefined, now: Date): string {
  const seconds = secondsToRun(at, now);
  return seconds === undefined ? '' : ` Its clock waits. To let the next events happen, type .sandbox run ${seconds}`;
}

const completions: Readonly<Record<string, (words: readonly string[]) => Suggestion[]>> = {
  clock: (words) => timeSpans(words),
  run: (words) => timeSpans(words),
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

const timeSpans = (words: readonly string[]) =>
  words.length === 1
    ? choices([
        ['60', 'a minute'],
        ['3600', 'an hour'],
        ['86400', 'a day'],
      ])
    : [];

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
