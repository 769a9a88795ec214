import { destinationProblem } from '../../../subjects/calls/ends.js';
import { isE164 } from '../../../subjects/own-number.js';
import { documentUrl, type Party } from '../../acts/dial.js';
import { tonesSeconds } from '../../acts/sounds.js';
import type { StepContext } from '../../run/step-context.js';
// Type-only cycle: the verb declares the attributes that its stages read.
import type { Dial } from './dial.js';

type Noun = 'Number' | 'Sip' | 'Client' | 'Verto';
interface Target {
  readonly to: string;
  readonly noun: Noun;
  readonly url?: string | undefined;
  readonly method: 'GET' | 'POST';
  readonly sendDigits?: string | undefined;
  readonly statusCallback?: string | undefined;
  readonly statusCallbackMethod?: 'GET' | 'POST';
  readonly statusCallbackEvent?: readonly string[] | undefined;
}

const MAX_TARGETS = 10;

/** The called parties of a Dial. Invalid ones are reported and left out. */
export function partiesOf(context: StepContext, params: Dial): readonly Party[] {
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
  const valid = all.slice(0, MAX_TARGETS).filter(({ to, noun, sendDigits }) => {
    if (sendDigits !== undefined && tonesSeconds(sendDigits) === undefined)
      context.problem(`sendDigits must be 0–9, *, #, A–D, w or W, but it is ${sendDigits} (13222)`);
    const problem =
      noun === 'Number'
        ? isE164(to)
          ? undefined
          : notANumber(to)
        : noun === 'Client'
          ? destinationProblem(context.state, to, context.hasAnswer(to))
          : sipProblem(to);
    if (problem !== undefined) context.problem(problem);
    return problem === undefined;
  });
  return valid.map((target) => partyOf(context, target, params));
}

function partyOf(context: StepContext, target: Omit<Target, 'noun'>, params: Dial): Party {
  const { statusCallback: url, statusCallbackMethod: method = 'POST', statusCallbackEvent: events } = target;
  return {
    ...{ to: target.to, source: 'laml', timeout: params.timeout, from: params.callerId ?? context.call.from },
    tones: target.sendDigits,
    callback: url === undefined ? null : { style: 'compat', url, method, events: events ?? ['completed'] },
    confirm: target.url === undefined ? null : documentUrl(context, target.url, target.method),
    confirm_timeout: null,
  };
}

/** The first caller of a queue. */
export const queueParty = (
  context: StepContext,
  { text: queue, ...notice }: NonNullable<Dial['Queue']>[number],
  params: Dial,
): Party => ({ ...partyOf(context, { ...notice, to: `a caller from the queue ${queue}` }, params), queue });

const hasNouns = ({ Number: a, Sip: b, Client: c, Verto: d, Queue: e, Conference: f }: Dial) =>
  [a, b, c, d, e, f].some((one) => one !== undefined);

function numberOf(context: StepContext, written: string): string {
  const { to, problem } = dialledNumber(written);
  if (isE164(to) && problem !== undefined) context.problem(problem);
  return to;
}

/** Adds the country to a North American number, as samples write them. */
export function dialledNumber(written: string): { readonly to: string; readonly problem?: string } {
  if (isE164(written)) return { to: written };
  const digits = written.replace(/[^\d]/g, '');
  const to = written.trim().startsWith('+') ? `+${digits}` : digits.length === 10 ? `+1${digits}` : `+${digits}`;
  return isE164(to)
    ? { to, problem: `${written} is not in E.164, so ${to} is called (13223)` }
    : { to: written, problem: notANumber(written) };
}

export const sipProblem = (to: string): string | undefined =>
  /^sips?:\S+@\S+$/.test(to) ? undefined : `${to} is not a SIP address (13243)`;

const notANumber = (to: string) => `${to} is not a number in E.164 (13223)`;
