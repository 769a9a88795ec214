import type { Suggestion } from '../../assist/index.js';
import { operations, walkRows } from '../../client/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { momentText, Sheet } from '../../show/index.js';
import { Mistake } from '../../util/index.js';
import { type Command, choices } from './arguments/command.js';
import { numbersOf } from './arguments/known-numbers.js';

export const sandbox: Command = {
  name: '.sandbox',
  takes: '[WHAT …]',
  help: 'Look into the simulated platform: ring a number, move its clock, read what it sent, make operations fail.',
  ways: [
    ['ring NUMBER [FROM]', 'Let somebody call a number, and follow its document.'],
    ['clock [SECONDS]', 'Show the simulated time, or move it on.'],
    ['inbox', 'What was sent to phones: messages, codes.'],
    ['callbacks', 'What servers were told.'],
    [
      'faults [OPERATION FAULT]',
      'List what fails on purpose, or make an operation fail: with a status, timeout, reset, …; `faults clear` ends it.',
    ],
    ['journal', 'The latest requests.'],
  ],
  complete([what = '', ...rest], { bench }) {
    if (rest.length === 0) return choices(Object.keys(actions));
    const simulated = bench.globals.sandbox as Sandbox;
    return (Object.hasOwn(choicesFor, what) && choicesFor[what]?.(rest, simulated)) || [];
  },
  async run({ words: [what, ...rest] }, { globals }) {
    const simulated = globals.sandbox as Sandbox;
    if (what === undefined) return overview(simulated);
    const action = Object.hasOwn(actions, what) ? actions[what] : undefined;
    if (!action) throw new Mistake(`.sandbox takes ${Object.keys(actions).join(', ')}`);
    try {
      return await action(simulated, rest);
    } catch (error) {
      // The sandbox throws for invalid arguments. As a `Mistake`, the message is shown without an error name.
      throw error instanceof Error ? new Mistake(error.message, { cause: error }) : error;
    }
  },
};

type Action = (simulated: Sandbox, words: readonly string[]) => unknown;

const actions: Readonly<Record<string, Action>> = {
  async ring(simulated, [number, from]) {
    if (number === undefined) throw new Mistake(`.sandbox ring takes a number: ${numbersOf(simulated).join(', ')}`);
    const rung = await simulated.ring(number, from === undefined ? {} : { from });
    return new Sheet([
      { title: `${rung.from} calls ${rung.number}` },
      {
        pairs: [
          ['route', rung.route],
          ...rung.requests.map(({ method, url, status }): [string, string] => [
            `${method} ${url}`,
            `${status ?? 'not asked'}`,
          ]),
          ...rung.steps.map(({ at, says }): [string, string] => [at, says]),
          ['end', rung.ended],
        ],
      },
      ...(rung.problems.length > 0 ? [{ title: 'Problems' }, { lines: rung.problems, of: 'words' as const }] : []),
    ]);
  },
  clock(simulated, [seconds]) {
    if (seconds !== undefined) simulated.clock.advance(Number(seconds.replace(/^\+/, '')));
    return `The sandbox's clock shows ${timeOf(simulated.clock.now())}.`;
  },
  inbox: ({ inbox }) =>
    inbox.length === 0
      ? 'Nothing was sent to a phone yet.'
      : new Sheet([{ pairs: inbox.map(({ at, to, channel, text }) => [`${timeOf(at)} ${channel} ${to}`, text]) }]),
  callbacks: ({ callbacks }) =>
    callbacks.length === 0
      ? 'Nobody was told anything yet.'
      : new Sheet([
          {
            pairs: callbacks.map(({ at, event, url, outcome }) => [
              `${timeOf(at)} ${event}`,
              `${url} ${typeof outcome === 'string' ? outcome : 'status' in outcome ? outcome.status : outcome.error}`,
            ]),
          },
        ]),
  faults({ faults }, [operation, how = '500', ms = '1000']) {
    if (operation === 'clear') faults.clear();
    else if (operation !== undefined) faults.add(operation, faultOf(how, ms));
    const rules = faults.list();
    if (rules.length === 0)
      return 'Nothing fails on purpose. `.sandbox faults queues.list 503` makes it fail, and so do timeout, reset, truncated and slow MS instead of 503.';
    return new Sheet([
      { pairs: rules.map(({ operation: name, fault }) => [name, 'kind' in fault ? fault.kind : `${fault.status}`]) },
    ]);
  },
  journal: ({ journal }) =>
    journal.length === 0
      ? 'No request came yet.'
      : new Sheet([
          {
            pairs: journal
              .slice(-30)
              .map(({ at, operation, method, path, status, fault, reason }) => [
                `${timeOf(at)} ${operation ?? `${method} ${path}`}`,
                [status ?? fault, reason].filter((one) => one !== null).join(': '),
              ]),
          },
        ]),
};

/** Completes the last argument of an action. */
const choicesFor: Readonly<Record<string, (words: readonly string[], simulated: Sandbox) => Suggestion[]>> = {
  ring: (words, simulated) => (words.length === 1 ? choices(numbersOf(simulated)) : []),
  clock: (words) =>
    words.length === 1
      ? choices([
          ['60', 'a minute'],
          ['3600', 'an hour'],
          ['86400', 'a day'],
        ])
      : [],
  faults([operation, how, ...more]) {
    if (how === undefined) return choices([['clear', 'nothing fails any more'], ['*', 'every operation'], ...faulty()]);
    if (operation === 'clear') return [];
    if (more.length === 0) return choices(WAYS_TO_FAIL);
    return how === 'slow' && more.length === 1
      ? choices([
          ['1000', 'ms'],
          ['10000', 'ms'],
        ])
      : [];
  },
};

const WAYS_TO_FAIL: readonly (readonly [string, string])[] = [
  ['500', 'a broken server'],
  ['503', 'it is overloaded'],
  ['429', 'too many requests'],
  ['404', 'not found'],
  ['422', 'a wrong field'],
  ['401', 'wrong credentials'],
  ['timeout', 'no answer comes'],
  ['reset', 'the connection breaks'],
  ['truncated', 'half an answer'],
  ['slow', 'an answer after so many ms'],
];

/** Returns the groups of operations, followed by the operations. */
function faulty(): [string, string][] {
  const known = [...walkRows(operations)];
  const groups = new Set(known.map(([name]) => name.slice(0, name.lastIndexOf('.'))));
  return [
    ...[...groups].map((name): [string, string] => [name, 'all of its operations']),
    ...known.map(([name, { help }]): [string, string] => [name, help]),
  ];
}

/** Formats a time as results show it, in the local time zone. */
const timeOf = (at: Date | string): string =>
  momentText(at, Intl.DateTimeFormat().resolvedOptions().timeZone) ?? String(at);

/** Parses an HTTP status or the name of another fault. The sandbox rejects unknown names. */
const faultOf = (how: string, ms: string) =>
  (/^\d/.test(how)
    ? { status: Number(how) }
    : how === 'slow'
      ? { kind: how, ms: Number(ms) }
      : { kind: how }) as Parameters<Sandbox['faults']['add']>[1];

const overview = (simulated: Sandbox) =>
  new Sheet([
    {
      pairs: [
        ['clock', timeOf(simulated.clock.now())],
        ['numbers', numbersOf(simulated).join(', ')],
        ['inbox', `${simulated.inbox.length} messages and calls to phones`],
        ['callbacks', `${simulated.callbacks.length} told to servers`],
        ['faults', `${simulated.faults.list().length} on purpose`],
        ['journal', `${simulated.journal.length} requests`],
      ],
    },
    '.sandbox ring NUMBER lets somebody call a number and follows its document.',
  ]);
