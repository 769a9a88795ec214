import type { CallStory } from '../../../sandbox/index.js';
import { endText, inDocumentOrder, namedProblem, problemText, reportText, stepAt, withoutVerb } from './call-words.js';

export type Lane = 'person' | 'platform' | 'server' | 'called';
type Step = CallStory['steps'][number];
type Exchange = CallStory['requests'][number];
type Callback = CallStory['webhooks'][number];

/** One line of the timeline: something went from a lane to another one, or happened in one lane. */
export interface CallEvent {
  /** Seconds since the document began, as in the report of a ring. Null before that, and if it is not known. */
  readonly time: number | null;
  readonly from: Lane;
  readonly to: Lane;
  readonly title: string;
  readonly text: string;
  readonly tone?: 'bad' | undefined;
  readonly step?: Step | undefined;
  readonly exchange?: Exchange | undefined;
  readonly callback?: Callback;
  /** What is wrong with the step. */
  readonly problem?: readonly string[] | undefined;
  /** The response that contains the document to show beside the line. */
  readonly document?: Exchange | undefined;
}

/** What happened in a call, in order. A cause comes before its effect. */
export function callEvents(story: CallStory): CallEvent[] {
  const { started, document_started, now, unused, direction, from, to, duration, failure } = story;
  // Before its document begins, a call rings.
  const ringing = document_started === null ? 0 : between(started, document_started);
  const isInbound = direction === 'inbound';
  const isOver = duration !== null;
  const { happened, effects, problems, limits } = momentEvents(story);
  const isHungUp = /^the (?:caller|other side) hung up/.test(story.ended);
  return [
    {
      ...{
        time: ringing > 0 ? null : 0,
        from: isInbound ? 'person' : 'platform',
        to: isInbound ? 'platform' : 'person',
      },
      ...{ title: 'call', text: isInbound ? `${from} calls ${to}` : `the platform calls ${to}` },
    },
    ...inOrder(happened),
    ...problems.map((text): CallEvent => ({ time: null, ...local('platform'), title: 'problem', text, tone: 'bad' })),
    ...limits.map((text): CallEvent => ({ time: null, ...local('platform'), title: 'not simulated', text })),
    ...unused.map(
      (text): CallEvent => ({ time: null, ...local('person'), title: isOver ? 'not used' : 'not used yet', text }),
    ),
    {
      ...{
        time:
          duration !== null
            ? rounded(duration - ringing)
            : document_started === null
              ? null
              : between(document_started, now),
        from: isHungUp ? 'person' : 'platform',
        to: 'platform',
      },
      ...{ title: isOver ? 'end' : 'now', text: endText(story) },
      tone: failure === null ? undefined : 'bad',
    },
    ...inOrder(effects),
  ];
}

/** Sorting keeps the order of what happened at the same time. */
const inOrder = (events: readonly CallEvent[]): CallEvent[] =>
  events.toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0)).map(afterRinging);

/** A callback can be earlier than the document. */
const afterRinging = (one: CallEvent): CallEvent => ((one.time ?? 0) < 0 ? { ...one, time: null } : one);
const between = (start: string, end: string) => rounded((Date.parse(end) - Date.parse(start)) / 1000);
const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000;
const local = (lane: Lane) => ({ from: lane, to: lane });

/** What is shown in one line: the start of a step with its first report, another report, a request or a callback. */
interface Line {
  readonly time: number;
  readonly step: number | null;
  readonly begins: boolean;
  readonly text: string;
  readonly exchange: Exchange | undefined;
  readonly callback: Callback | undefined;
  /** Whether the call had ended. */
  readonly isAfterEnd: boolean;
}

function linesOf({ moments, requests, webhooks }: CallStory): Line[] {
  const lines: Line[] = [];
  let isAfterEnd = false;
  for (const { time, step, text, request, webhook, ended } of moments) {
    isAfterEnd ||= ended === true;
    if (ended) continue;
    const exchange = request === undefined ? undefined : requests[request];
    const callback = webhook === undefined ? undefined : webhooks[webhook];
    // The callbacks of a step that begins come after its first report.
    const index = callback ? -1 : lines.findLastIndex((one) => !one.callback);
    const last = lines[index];
    const isSame = last?.step === step && last.time === time && last.isAfterEnd === isAfterEnd && !last.exchange;
    if (isSame && last.begins && last.text === '' && text !== undefined) lines[index] = { ...last, text };
    else if (isSame && exchange && isAnnounced(last.text, exchange)) lines[index] = { ...last, exchange };
    else
      lines.push({
        ...{ time, step, exchange, callback, text: text ?? '', isAfterEnd },
        begins: text === undefined && !exchange && !callback,
      });
  }
  return lines;
}

/** Whether a report announces a request. */
const isAnnounced = (text: string, { url }: Exchange): boolean => /^requests /.test(text) || text.includes(url);
/** Lines of callbacks between a request and its response. */
const MAX_BETWEEN = 10;
const ANSWER = /^(?:status \d{3}|no response)$/;

/** The steps, their reports, their requests and the callbacks, and the problems that belong to none of them. */
function momentEvents(story: CallStory) {
  const lines = linesOf(story);
  const documentOf = documentsOf(story);
  // A problem is that of the step, and says nothing about its request.
  const last = new Map(lines.map(({ step }, index) => [step, index]));
  for (const [index, { step, exchange, callback }] of lines.entries())
    if (!exchange && !callback) last.set(step, index);
  const { ofSteps, ...others } = problemsOf(story);
  let before: number | null | undefined;
  const happened = lines.map(({ time, step: number, begins, text, exchange, callback }, index): CallEvent[] => {
    if (callback) return [{ time, callback, ...callbackEvent(callback, story) }];
    const step = number === null ? undefined : story.steps[number];
    const more = { step, exchange, document: documentOf(exchange, step) };
    const isContinued = !begins && before === number;
    before = number;
    const title = exchange && text === '' ? exchange.method : isContinued ? '' : (step?.verb ?? '');
    const isLast = last.get(number) === index;
    const report = withoutVerb(title, reportText(step?.verb, text, isLast ? step?.branch : undefined));
    const found = isLast && step ? ofSteps.get(step) : undefined;
    const problem = found?.map((one) => withoutVerb(title, one)).join(' · ');
    if (!exchange) {
      const isStop = found?.some((one) => text === `stopped: ${one}`);
      const shown = begins && text === '' && problem === undefined ? 'begins' : isStop ? '' : report;
      const tone = problem === undefined ? undefined : 'bad';
      return [{ time, ...directionOf(text), ...more, title, text: joined(shown, problem), tone, problem: found }];
    }
    const next = lines.slice(index + 1, index + MAX_BETWEEN).find((one) => !one.callback);
    const isAnswered = next?.step === number && ANSWER.test(next.text);
    const request = isAnswered ? report : `${report || exchange.url} → ${responseText(exchange)}`;
    const isFailed = exchange.problem !== null || (exchange.status ?? 0) >= 400;
    const tone = isFailed ? 'bad' : undefined;
    return [
      { time, from: 'platform', to: 'server', title, tone, ...more, text: request },
      ...(problem === undefined
        ? []
        : [
            { ...{ time, ...local('platform'), title: '', text: problem, tone: 'bad' as const }, step, problem: found },
          ]),
    ];
  });
  const end = lines.findIndex(({ isAfterEnd }) => isAfterEnd);
  const until = end === -1 ? happened.length : end;
  return { happened: happened.slice(0, until).flat(), effects: happened.slice(until).flat(), ...others };
}

/** The problems of each step, the others, and what the sandbox does not simulate. A line that shows one already has it. */
function problemsOf(story: CallStory) {
  const shown = new Set(story.requests.map(({ problem }) => problem));
  const ofSteps = new Map<Step, string[]>();
  const problems: string[] = [];
  const limits: string[] = [];
  for (const text of inDocumentOrder(story.problems)) {
    const problem = namedProblem(text);
    const { at, message } = problem;
    const step = at === undefined ? undefined : stepAt(story, at);
    const [, reported] = REPORTED.exec(message) ?? [];
    const report = reported?.replace('status is', 'status');
    const isReported = report !== undefined && (step ? [step] : story.steps).some(({ says }) => says.includes(report));
    if (shown.has(text) || isReported) continue;
    if (/^\S+ is not simulated: /.test(message)) limits.push(problemText(problem, story));
    else if (step) ofSteps.set(step, [...(ofSteps.get(step) ?? []), message]);
    else problems.push(problemText(problem, story));
  }
  return { ofSteps, problems, limits };
}

/** Problems that steps report too. */
const REPORTED = /^\S+ (?:is|the response) (not simulated: .*?|status is \d+)(?: \(\d+ times\))?$/;

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

/** Whether the sandbox has the document of a URL, so that no server was asked. */
const isOfSandbox = ({ status, type }: Pick<Exchange, 'status' | 'type'>): boolean => status === null && type !== '';

/** Who sent a document, as the start of a sentence. Without a response, the call was created with it. */
export const senderOf = (document: Exchange | undefined): string =>
  document === undefined
    ? 'The request that created the call has'
    : isOfSandbox(document) || !isServer(document.url)
      ? 'The sandbox sent'
      : 'Your server sent';

/** No server has a name that ends so. The sandbox uses such names for its own documents. */
const isServer = (url: string): boolean => !URL.canParse(url) || !new URL(url).hostname.endsWith('.invalid');

export function responseText({ url, status, type, isOffline, problem }: Exchange): string {
  // The line of the request has the URL already.
  if (problem) return problem.startsWith(`${url}: `) ? problem.slice(url.length + 2) : problem;
  if (status !== null) return String(status);
  if (isOfSandbox({ status, type })) return 'answered by the sandbox';
  return isOffline ? 'not sent, because the server is on another machine' : 'no response';
}

function callbackEvent(callback: Callback, { id, called }: CallStory): Omit<CallEvent, 'time'> {
  const { event, method, url, payload, outcome } = callback;
  const isFailed = typeof outcome === 'object' && (!('status' in outcome) || outcome.status >= 400);
  const leg = payload.CallSid === id ? undefined : called.find((one) => one.id === payload.CallSid);
  const of = leg ? ` (call to ${leg.to})` : '';
  return {
    ...{ from: 'platform', to: 'server', title: joined(event, stateIn(callback)) },
    ...{ text: `${method} ${url} → ${callbackOutcome(callback)}${of}`, tone: isFailed ? 'bad' : undefined },
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

/** The origin of the server of the call, if there is exactly one. */
export function serverOrigin(
  requests: readonly ({ readonly url: string } & Partial<Pick<Exchange, 'status' | 'type'>>)[],
): string | undefined {
  const ofServers = requests.filter(({ url, status, type = '' }) => isServer(url) && !(status === null && type !== ''));
  const urls = ofServers.map(({ url }) => url);
  const [origin, ...more] = new Set(urls.map((url) => (URL.canParse(url) ? new URL(url).origin : url)));
  return more.length === 0 && origin !== 'null' ? origin : undefined;
}

/** The state that a callback reports, such as `connected`. The other events have it in their names. */
function stateIn({ event, payload: { params, CallStatus } }: Callback): string | undefined {
  const fields = typeof params === 'object' && params !== null ? Object.entries(params) : [];
  const state: unknown = fields.find(([name]) => /^(?:\w*_)?stat(?:e|us)$/.test(name))?.[1];
  if (typeof state === 'string') return state;
  return event === 'call.completed' && typeof CallStatus === 'string' && CallStatus !== 'completed'
    ? CallStatus
    : undefined;
}

/** Who does what a report of a step is about, by its first words. */
const DIRECTIONS: readonly (readonly [RegExp, Lane, Lane])[] = [
  [/^the (?:caller|called party|person)\b/, 'person', 'platform'],
  [/^(?:plays|says|sends \d|hears|an AI agent talks)/, 'platform', 'person'],
  [/^(?:dials|refers the caller)/, 'platform', 'called'],
  [/^(?:connected (?:with|to)|an agent takes|(?:\+\d|sips?:)\S*: )|answers and is asked/, 'called', 'platform'],
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
