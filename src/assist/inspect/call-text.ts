import type { Ring, SentCallback } from '../../sandbox/index.js';
import { isRepeated, type RepeatedRounds, repeatText, withoutRepeats } from '../../util/index.js';

type Request = Ring['requests'][number];
type Step = Ring['steps'][number];

/** The response to a request of a simulated call: its status, or why it has none. */
export function responseText({ status, type, url, isOffline }: Request): string {
  if (status !== null) return String(status);
  if (type !== '') return 'answered by the sandbox';
  return isOffline || !/^https?:\/\//i.test(url) ? 'not sent' : 'no response';
}

/** What happened in a step of a simulated call, the branch taken and the variables set; its verb if nothing happened. */
export const stepText = ({ verb, says, branch, variables }: Step): string =>
  [says, branch, ...variableTexts(variables)].filter(Boolean).join(' · ') || verb;

const MAX_LENGTH = 60;

const variableTexts = (variables: Readonly<Record<string, unknown>> = {}): string[] =>
  Object.entries(variables).flatMap(([name, value]) => {
    if (value === '') return [];
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'unset');
    return `${name} = ${text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text}`;
  });

/** A callback in a few words, such as `completed: POST http://127.0.0.1/st answered 500, tried 3 times`. */
export const callbackText = (callback: SentCallback): string => stateIn(callback) + requestText(callback);

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

/** The steps of a story for people: equal rounds of a loop are one line with their number. */
export const shownSteps = <S extends Step, R>(
  steps: readonly S[],
  ofStep: (step: S) => R,
  ofRepeats: (text: string, repeated: RepeatedRounds<S>) => R,
): R[] =>
  withoutRepeats(steps, (step) => `${step.at} ${stepText(step)}`).map((one) =>
    isRepeated(one) ? ofRepeats(repeatText(one), one) : ofStep(one),
  );
