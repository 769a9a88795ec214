import { responseText, stepText } from '../../assist/index.js';
import type { CallStory, Ring, SentCallback } from '../../sandbox/index.js';
import { Sheet } from '../../show/index.js';

/** Lays out a simulated call for the screen: its requests, its steps with their times, its end and its problems. */
export function callStory(ring: Ring): Sheet {
  const { from, number, route, requests, steps, ended, unused, problems, webhooks } = ring;
  return new Sheet([
    { title: `${from} calls ${number}` },
    {
      pairs: [
        ['route', route],
        ...requests.map((one): [string, string] => [`${one.method} ${one.url}`, responseText(one)]),
      ],
    },
    {
      pairs: [
        ...steps.map((step): [string, string] => [`${step.time} s  ${step.at}`, stepText(step)]),
        ['end', ended],
        ...(unused.length > 0 ? [['not used', unused.join('; ')] as const] : []),
      ],
    },
    ...(webhooks.length > 0
      ? [{ title: 'Callbacks' }, { pairs: webhooks.map((one): [string, string] => [one.event, callbackText(one)]) }]
      : []),
    ...(problems.length > 0 ? [{ title: 'Problems' }, { lines: problems, of: 'words' as const }] : []),
  ]);
}

/** Lays out the story of a call: as that of a ring, with the durations and the called parties. */
export function storySheet({ from, to, requests, steps, ended, problems, webhooks, called }: CallStory): Sheet {
  const lasts = (seconds: number | null) => (seconds === null ? '…' : `${seconds} s`);
  return new Sheet([
    { title: `${from} calls ${to}` },
    ...(requests.length > 0
      ? [{ pairs: requests.map((one): [string, string] => [`${one.method} ${one.url}`, responseText(one)]) }]
      : []),
    {
      pairs: [
        ...steps.map((step): [string, string] => [
          `${step.time} s  ${step.at}`,
          `${stepText(step)} (${lasts(step.duration)})`,
        ]),
        ['end', ended] as [string, string],
      ],
    },
    ...(called.length > 0
      ? [
          { title: 'Called parties' },
          {
            pairs: called.map(({ id, to: party, status }): [string, string] => [id.slice(0, 8), `${party}, ${status}`]),
          },
        ]
      : []),
    ...(webhooks.length > 0
      ? [{ title: 'Callbacks' }, { pairs: webhooks.map((one): [string, string] => [one.event, callbackText(one)]) }]
      : []),
    ...(problems.length > 0 ? [{ title: 'Problems' }, { lines: problems, of: 'words' as const }] : []),
  ]);
}

/** The fields that name the state in a callback. The last one is in each callback of cXML. */
const STATES = [
  ...['call_state', 'connect_state', 'state', 'status', 'for', 'StatusCallbackEvent', 'RecordingStatus', 'SmsStatus'],
  'CallStatus',
];

/** The state that a callback reports, unless its event names it. */
function stateIn({ event, payload }: SentCallback): string {
  const { params } = payload;
  const fields = typeof params === 'object' && params !== null ? { ...params } : payload;
  const [state] = STATES.flatMap((name) => {
    const value = (fields as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' ? [value] : [];
  });
  return state === undefined || event.endsWith(state) ? '' : `${state}: `;
}

/** The callbacks that no attempt delivered. */
export const failedCallbacks = (webhooks: readonly SentCallback[]): string[] => [
  ...new Set(
    webhooks.flatMap((one) => {
      const { outcome } = one;
      if (typeof outcome === 'string' || ('status' in outcome && outcome.status < 300)) return [];
      return [`the callback ${one.event} failed: ${requestText(one)}`];
    }),
  ),
];

/** A callback in a few words, such as `completed: POST http://127.0.0.1/st answered 500, tried 3 times`. */
export const callbackText = (callback: SentCallback): string => stateIn(callback) + requestText(callback);

function requestText({ method, url, outcome }: SentCallback): string {
  const request = `${method} ${url}`;
  if (outcome === 'kept') {
    const lacks = URL.canParse(url) ? 'the server is on another machine' : 'no reply of replies.yaml is for it';
    return `${request}: not sent, because ${lacks}`;
  }
  if (outcome === 'posting') return `${request}: waits for an answer`;
  const { attempts = 1 } = outcome;
  const tried = attempts > 1 ? `, tried ${attempts} times` : '';
  return 'status' in outcome ? `${request} answered ${outcome.status}${tried}` : `${request}: ${outcome.error}${tried}`;
}
