import type { CallStory } from '../../../sandbox/index.js';

export type Lane = 'person' | 'platform' | 'server' | 'called';
type Step = CallStory['steps'][number];
type Exchange = CallStory['requests'][number];
type Callback = CallStory['webhooks'][number];

/** One line of the timeline: something went from a lane to another one, or happened in one lane. */
export interface CallEvent {
  /** On the clock of the story: seconds since the document began. Null if the story does not have it. */
  readonly time: number | null;
  readonly from: Lane;
  readonly to: Lane;
  readonly title: string;
  readonly text: string;
  readonly tone?: 'bad' | undefined;
  readonly step?: Step;
  readonly exchange?: Exchange;
}

/** The story of a call in the order of its times. */
export function callEvents(story: CallStory): CallEvent[] {
  const { started, document_started, steps, requests, webhooks, ended, problems, direction, from, to } = story;
  const began = document_started === null ? 0 : between(document_started, started);
  const placed = new Map<Exchange, Step | undefined>(
    requests.map((one, index) => [one, index === 0 ? undefined : stepOf(one, steps)]),
  );
  const isInbound = direction === 'inbound';
  const all: CallEvent[] = [
    {
      ...{ time: began, from: isInbound ? 'person' : 'platform', to: isInbound ? 'platform' : 'person' },
      ...{ title: 'call', text: isInbound ? `${from} calls ${to}` : `the platform calls ${to}` },
    },
    ...requests.filter((one) => !placed.get(one)).map((one) => requestEvent(one, one === requests[0] ? 0 : null)),
    ...steps.flatMap((step) => [
      ...requests
        .filter((one) => placed.get(one) === step && !isNamed(one, step))
        .map((one) => requestEvent(one, step.time)),
      ...stepEvents(
        step,
        requests.find((one) => placed.get(one) === step && isNamed(one, step)),
      ),
    ]),
    ...webhooks.map((one): CallEvent => ({ time: one.time, ...callbackEvent(one) })),
  ];
  const sorted = inOrder(all);
  const end = story.duration === null ? null : rounded(began + story.duration);
  return [
    ...sorted,
    ...problems.map((text): CallEvent => ({ time: null, ...local('platform'), title: 'problem', text, tone: 'bad' })),
    { time: end, ...local('platform'), title: end === null ? 'continues' : 'end', text: ended },
  ];
}

/** Sorts by time. An event without a time stays behind the one before it. */
function inOrder(events: readonly CallEvent[]): CallEvent[] {
  let last = Number.NEGATIVE_INFINITY;
  const timed = events.map((event, index) => {
    last = event.time ?? last;
    return { event, index, time: last };
  });
  return timed.sort((a, b) => a.time - b.time || a.index - b.index).map(({ event }) => event);
}

const between = (start: string, end: string) => rounded((Date.parse(end) - Date.parse(start)) / 1000);
const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000;
const local = (lane: Lane) => ({ from: lane, to: lane });

const isNamed = ({ url }: Exchange, { says }: Step) => says.includes(url);

/** The step because of which a request was sent: it names the URL, or it is the first one of the fetched document. */
const stepOf = (exchange: Exchange, steps: readonly Step[]) =>
  steps.find((step) => isNamed(exchange, step)) ?? steps.find(({ document }) => document === exchange.url);

const requestEvent = (exchange: Exchange, time: number | null): CallEvent => ({
  ...{ time, from: 'platform', to: 'server', title: exchange.method, exchange },
  text: `${exchange.url} → ${responseText(exchange)}`,
  tone: exchange.problem || (exchange.status ?? 0) >= 400 ? 'bad' : undefined,
});

export function responseText({ status, type, isOffline, problem }: Exchange): string {
  if (problem) return problem;
  if (status !== null) return String(status);
  if (type !== '') return 'answered by the sandbox';
  return isOffline ? 'not sent, because the server is on another machine' : 'no response';
}

function callbackEvent({ event, method, url, payload, outcome }: Callback): Omit<CallEvent, 'time'> {
  const sent = {
    from: 'platform',
    to: 'server',
    title: [event, stateIn(payload)].filter(Boolean).join(' · '),
  } as const;
  const request = `${method} ${url}`;
  if (outcome === 'kept') return { ...sent, text: `${request}: not sent, because the server is on another machine` };
  if (outcome === 'posting') return { ...sent, text: `${request}: waits for an answer` };
  const tried = (outcome.attempts ?? 1) > 1 ? `, tried ${outcome.attempts} times` : '';
  return 'status' in outcome
    ? { ...sent, text: `${request} → ${outcome.status}${tried}`, tone: outcome.status >= 400 ? 'bad' : undefined }
    : { ...sent, text: `${request}: ${outcome.error}${tried}`, tone: 'bad' };
}

/** The state that a callback reports, such as `connected`. */
function stateIn({ params, CallStatus }: Callback['payload']): string | undefined {
  const fields =
    typeof params === 'object' && params !== null ? Object.entries(params) : [['CallStatus_state', CallStatus]];
  const state: unknown = fields.find(([name]) => String(name).endsWith('_state'))?.[1];
  return typeof state === 'string' ? state : undefined;
}

/** What a report of a step is about, by its first words. */
const DIRECTIONS: readonly (readonly [RegExp, Lane, Lane])[] = [
  [/^the (?:caller|called party|person)\b/, 'person', 'platform'],
  [/^(?:plays|says|sends \d|hears|an AI agent talks)/, 'platform', 'person'],
  [/^(?:dials|refers the caller)/, 'platform', 'called'],
  [/^(?:connected (?:with|to)|an agent takes)|answers and is asked/, 'called', 'platform'],
  [
    /^(?:(?:GET|POST|PUT|PATCH|DELETE) \S+:|requests |sends the (?:event|card)|streams|copies the audio)/,
    'platform',
    'server',
  ],
  [/^status \d/, 'server', 'platform'],
];

/** Reports of one step that are lines of their own. A spoken text may contain a semicolon. */
const SPLIT =
  /; (?=the (?:caller|called party|person) (?:pressed|said)|connected (?:with|to) |the connection ended|status \d{3}$|dials \+|requests \S+ with )/;

function stepEvents(step: Step, exchange: Exchange | undefined): CallEvent[] {
  const texts = step.says === '' ? [step.verb] : step.says.split(SPLIT);
  return texts.map((text, index) => {
    const [, from, to] = DIRECTIONS.find(([start]) => start.test(text)) ?? [null, 'platform', 'platform'];
    const isLast = index === texts.length - 1;
    const branch = isLast && step.branch !== undefined ? ` · ${step.branch}` : '';
    return {
      time: index === 0 ? step.time : isLast && step.duration !== null ? rounded(step.time + step.duration) : null,
      ...{ from, to, step, title: index === 0 ? step.verb : '', text: text + branch },
      ...(exchange && { exchange }),
    } as const;
  });
}
