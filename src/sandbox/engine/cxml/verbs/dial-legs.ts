import type { Call } from '../../../subjects/calls/call.js';
import { startCall } from '../../../subjects/calls/start-call.js';
import { isE164 } from '../../../subjects/own-number.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { calleeFor } from '../../verbs/routing/dial.js';
import { takeFromQueue } from '../../verbs/routing/queue-agents.js';
// Type-only cycle: the verb declares the attributes that its stages read.
import type { Dial } from './dial.js';

/** One party that is called. */
export interface Target {
  readonly to: string;
  readonly noun: 'Number' | 'Sip' | 'Client' | 'Verto' | 'Queue';
  readonly url?: string | undefined;
  readonly method: 'GET' | 'POST';
  readonly sendDigits?: string | undefined;
  readonly statusCallback?: string | undefined;
  readonly statusCallbackMethod?: 'GET' | 'POST';
  readonly statusCallbackEvent?: readonly string[] | undefined;
}

const MAX_TARGETS = 10;

/** The called parties of a Dial. Invalid ones are reported and left out. */
export function targetsOf(context: StepContext, params: Dial): readonly Target[] {
  const { Number: numbers = [], Sip: sips = [], Client: clients = [], Verto: vertos = [], text } = params;
  const named: Target[] = [
    ...numbers.map((one): Target => ({ ...one, noun: 'Number', to: numberOf(context, one.text) })),
    ...sips.map((one): Target => ({ ...one, noun: 'Sip', to: one.text })),
    ...clients.map((one): Target => ({ ...one, noun: 'Client', to: `/private/${one.text}` })),
    ...vertos.map((one): Target => ({ noun: 'Verto', to: `sip:${one.text}`, method: 'POST' })),
  ];
  const plain: Target[] =
    text === undefined || hasNouns(params) ? [] : [{ noun: 'Number', to: numberOf(context, text), method: 'POST' }];
  const all = [...named, ...plain];
  if (sips.length > 0 && sips.length < all.length)
    context.problem('Sip cannot be combined with other elements (13215)');
  if (all.length > MAX_TARGETS) context.problem(`Dial calls up to ${MAX_TARGETS} parties; the others are left out`);
  return all.slice(0, MAX_TARGETS).filter(({ to, noun, sendDigits }) => {
    if (sendDigits !== undefined && !/^[\d*#A-DwW]+$/.test(sendDigits))
      context.problem(`sendDigits must be 0–9, *, #, A–D, w or W, but it is ${sendDigits} (13222)`);
    const isValid = noun === 'Number' ? isE164(to) : noun !== 'Sip' || /^sips?:\S+@\S+$/.test(to);
    if (!isValid)
      context.problem(`${to} is not a ${noun === 'Sip' ? 'SIP address (13243)' : 'number in E.164 (13223)'}`);
    return isValid;
  });
}

const hasNouns = ({ Number: a, Sip: b, Client: c, Verto: d, Queue: e, Conference: f }: Dial) =>
  [a, b, c, d, e, f].some((one) => one !== undefined);

/** Adds the country to a North American number, as samples write them. */
function numberOf(context: StepContext, written: string): string {
  if (isE164(written)) return written;
  const digits = written.replace(/[^\d]/g, '');
  const to = written.trim().startsWith('+') ? `+${digits}` : digits.length === 10 ? `+1${digits}` : `+${digits}`;
  if (isE164(to)) context.problem(`${written} is not in E.164, so ${to} is called (13223)`);
  return isE164(to) ? to : written;
}

/** Calls all parties. The step resumes with the changes of their legs. */
export function dialLegs(context: StepContext, targets: readonly Target[], params: Dial): Outcome {
  const { callerId = context.call.from, timeout } = params;
  const legs = targets.map((target) => ({ id: startLeg(context, target, { callerId, timeout }).id, ...target }));
  context.report(`dials ${targets.map(({ to }) => to).join(', ')}`);
  return { do: 'wait', for: 'leg', data: { legs, phase: 'ringing' } };
}

function startLeg(
  context: StepContext,
  target: Target,
  { callerId, timeout }: { callerId: string; timeout: number },
): Call {
  const { state, call } = context;
  const { statusCallback: url, statusCallbackMethod = 'POST', statusCallbackEvent: events = ['completed'] } = target;
  const callback = url === undefined ? null : ({ style: 'compat', url, method: statusCallbackMethod, events } as const);
  const named = { from: callerId, to: target.to, direction: 'outbound', source: 'laml', url: null } as const;
  const start = { ...named, parent_id: call.id, timeout, callback, callee: calleeFor(context, target.to) };
  return startCall(state, start, context.at);
}

type Queue = NonNullable<Dial['Queue']>[number];

/** Connects the first caller in a queue. Without one, the step waits for its timeout. */
export function dialQueue(context: StepContext, { text: queue, url, method }: Queue, { timeout }: Dial): Outcome {
  const notice = url === undefined ? null : ({ url, method, language: 'cxml' } as const);
  const caller = takeFromQueue(context, queue, notice);
  if (!caller) {
    context.report(`no caller waits in the queue ${queue}`);
    return { do: 'wait', for: 'leg', seconds: timeout, data: { legs: [], phase: 'ringing', queue } };
  }
  const leg = { id: caller.id, to: `${caller.from} from the queue ${queue}`, noun: 'Queue', method: 'POST' };
  return { do: 'wait', for: 'leg', data: { legs: [leg], phase: 'ringing' } };
}
