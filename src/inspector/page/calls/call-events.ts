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
  readonly step?: Step | undefined;
  readonly exchange?: Exchange | undefined;
  readonly callback?: Callback;
  /** The response that contains the document to show beside the line. */
  readonly document?: Exchange | undefined;
}

/** The story of a call in the order of its times. */
export function callEvents(story: CallStory): CallEvent[] {
  const { started, document_started, webhooks, ended, problems, unused, direction, from, to } = story;
  const began = document_started === null ? 0 : between(document_started, started);
  const isInbound = direction === 'inbound';
  const happened: CallEvent[] = [
    {
      ...{ time: began, from: isInbound ? 'person' : 'platform', to: isInbound ? 'platform' : 'person' },
      ...{ title: 'call', text: isInbound ? `${from} calls ${to}` : `the platform calls ${to}` },
    },
    ...momentEvents(story),
    ...webhooks.map((one): CallEvent => ({ time: one.time, callback: one, ...callbackEvent(one) })),
  ];
  const end = story.duration === null ? null : rounded(began + story.duration);
  const isOver = end !== null;
  return [
    // Sorting keeps the order of what happened at the same time.
    ...happened.sort((a, b) => (a.time ?? 0) - (b.time ?? 0)),
    ...problems.map((text): CallEvent => ({ time: null, ...local('platform'), title: 'problem', text, tone: 'bad' })),
    ...unused.map(
      (text): CallEvent => ({ time: null, ...local('person'), title: isOver ? 'not used' : 'not used yet', text }),
    ),
    { time: end, ...local('platform'), title: isOver ? 'end' : 'continues', text: ended },
  ];
}

const between = (start: string, end: string) => rounded((Date.parse(end) - Date.parse(start)) / 1000);
const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000;
const local = (lane: Lane) => ({ from: lane, to: lane });

/** What is shown in one line: the start of a step with its first report, another report, or a request. */
interface Line {
  readonly time: number;
  readonly step: number | null;
  readonly begins: boolean;
  readonly text: string;
  readonly exchange: Exchange | undefined;
}

function linesOf({ moments, requests }: CallStory): Line[] {
  const lines: Line[] = [];
  for (const { time, step, text, request } of moments) {
    const exchange = request === undefined ? undefined : requests[request];
    const last = lines.at(-1);
    const isSame = last?.step === step && last.time === time && !last.exchange;
    if (isSame && last.begins && last.text === '' && text !== undefined) lines[lines.length - 1] = { ...last, text };
    else if (isSame && exchange && isAnnounced(last.text, exchange)) lines[lines.length - 1] = { ...last, exchange };
    else lines.push({ ...{ time, step, exchange }, begins: text === undefined && !exchange, text: text ?? '' });
  }
  return lines;
}

/** Whether a report announces a request. */
const isAnnounced = (text: string, { url }: Exchange): boolean => /^requests /.test(text) || text.includes(url);
const ANSWER = /^(?:status \d{3}|no response)$/;

/** The steps, their reports and their requests. */
function momentEvents(story: CallStory): CallEvent[] {
  const lines = linesOf(story);
  const documentOf = documentsOf(story);
  const last = new Map(lines.map(({ step }, index) => [step, index]));
  return lines.map(({ time, step: number, begins, text, exchange }, index): CallEvent => {
    const step = number === null ? undefined : story.steps[number];
    const more = { step, exchange, document: documentOf(exchange, step) };
    const isContinued = !begins && lines[index - 1]?.step === number;
    const title = exchange && text === '' ? exchange.method : isContinued ? '' : (step?.verb ?? '');
    const branch = last.get(number) === index ? step?.branch : undefined;
    if (!exchange) return { time, ...directionOf(text), ...more, title, text: joined(text, branch) };
    const next = lines[index + 1];
    const isAnswered = next?.step === number && ANSWER.test(next.text);
    const request = isAnswered ? text : `${text || exchange.url} → ${responseText(exchange)}`;
    const tone = exchange.problem || (exchange.status ?? 0) >= 400 ? 'bad' : undefined;
    return { ...{ time, from: 'platform', to: 'server', title, tone }, ...more, text: joined(request, branch) };
  });
}

const joined = (...texts: readonly (string | undefined)[]) => texts.filter(Boolean).join(' · ');

/** The responses with the documents of the steps. A URL can have another document when it is requested again. */
function documentsOf({ moments, steps, requests, document }: CallStory) {
  const urls = new Set([document, ...steps.map((step) => step.document)]);
  const received = new Map<string, Exchange>();
  const ofSteps = new Map<Step, Exchange | undefined>();
  for (const { step: number, request } of moments) {
    const exchange = request === undefined ? undefined : requests[request];
    if (exchange) received.set(exchange.url, exchange);
    const step = number === null ? undefined : steps[number];
    if (step && !ofSteps.has(step)) ofSteps.set(step, received.get(step.document ?? document ?? ''));
  }
  /** Of a request for a document, its response. Of another one, the document of its step. */
  return (exchange: Exchange | undefined, step: Step | undefined): Exchange | undefined =>
    exchange && (step === undefined || urls.has(exchange.url)) ? exchange : step && ofSteps.get(step);
}

export function responseText({ status, type, isOffline, problem }: Exchange): string {
  if (problem) return problem;
  if (status !== null) return String(status);
  if (type !== '') return 'answered by the sandbox';
  return isOffline ? 'not sent, because the server is on another machine' : 'no response';
}

function callbackEvent(callback: Callback): Omit<CallEvent, 'time'> {
  const { event, method, url, payload, outcome } = callback;
  const isFailed = typeof outcome === 'object' && (!('status' in outcome) || outcome.status >= 400);
  return {
    ...{ from: 'platform', to: 'server', title: joined(event, stateIn(payload)) },
    ...{ text: `${method} ${url} → ${callbackOutcome(callback)}`, tone: isFailed ? 'bad' : undefined },
  };
}

/** The status of a callback, or why there is none. */
export function callbackOutcome({ outcome }: Pick<Callback, 'outcome'>): string {
  if (outcome === 'kept') return 'not sent, because the server is on another machine';
  if (outcome === 'posting') return 'waits for a response';
  const { attempts = 1 } = outcome;
  const tried = attempts > 1 ? `, tried ${attempts} times` : '';
  return ('status' in outcome ? `${outcome.status}` : outcome.error) + tried;
}

/** The state that a callback reports, such as `connected`. */
function stateIn({ params, CallStatus }: Callback['payload']): string | undefined {
  const fields =
    typeof params === 'object' && params !== null ? Object.entries(params) : [['CallStatus_state', CallStatus]];
  const state: unknown = fields.find(([name]) => String(name).endsWith('_state'))?.[1];
  return typeof state === 'string' ? state : undefined;
}

/** Who does what a report of a step is about, by its first words. */
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

function directionOf(text: string): { readonly from: Lane; readonly to: Lane } {
  const [, from, to] = DIRECTIONS.find(([start]) => start.test(text)) ?? [null, 'platform', 'platform'];
  return { from, to };
}
