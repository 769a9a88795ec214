import { allCalls, changeCall } from '../../../subjects/calls/call.js';
import { type Callee, calleeOf } from '../../../subjects/calls/callee.js';
import { hangUpById } from '../../../subjects/calls/lifecycle.js';
import { startCall } from '../../../subjects/calls/start-call.js';
import { after, between } from '../../../time/clock.js';
import type { ScriptedPerson } from '../../run/call-run.js';
import { startRun } from '../../run/start-run.js';
import type { StepContext } from '../../run/step-context.js';
import type { Answer } from '../../run/story.js';
import { type Destination, scriptedCallee } from './destinations.js';

/** A leg that a step dialled, as plain data. */
export interface Leg {
  readonly id: string;
  readonly to: string;
  readonly status: 'dialling' | 'confirming' | 'failed';
  readonly confirm: string | null;
  /** Seconds for `confirm`. */
  readonly confirm_timeout: number;
  readonly confirm_until: string | null;
}

export const DEFAULT_TIMEOUT = 60;
/** The called party of a call that is followed to its end hangs up after this time, unless a script says otherwise. */
const TALK_SECONDS = 30;

export function dial(context: StepContext, to: Destination): Leg {
  const { state, call } = context;
  const { timeout = DEFAULT_TIMEOUT, confirm = null, confirm_timeout = timeout, call_state_url } = to;
  const callee = calleeFor(context, to.to);
  const events = to.call_state_events ?? ['ended'];
  const leg = startCall(
    state,
    {
      from: to.from ?? call.from,
      to: to.to,
      direction: 'outbound',
      url: null,
      parent_id: call.id,
      callback: call_state_url === undefined ? null : { style: 'relay', url: call_state_url, method: 'POST', events },
      timeout,
      callee,
    },
    context.at,
  );
  return { id: leg.id, to: to.to, status: 'dialling', confirm, confirm_timeout, confirm_until: null };
}

/** How a called party behaves: as scripted, or as its number does. */
export function calleeFor({ state, isFollowed, answerFor }: StepContext, to: string): Callee {
  const answer = answerFor(to);
  const known = answer ? scriptedCallee(answer) : calleeOf(state, to);
  return isFollowed && known.outcome === 'answers' ? { hangs_up_after_ms: TALK_SECONDS * 1000, ...known } : known;
}

/** Runs the document that the called party hears before it is connected. */
export function startConfirm(context: StepContext, leg: Leg): Leg {
  const { confirm } = leg;
  if (confirm === null) return leg;
  const { document } = context.frame;
  const start = context.hasList(confirm)
    ? { document, list: confirm }
    : { urls: [{ url: new URL(confirm, document.url ?? undefined).href, method: 'POST', language: 'swml' } as const] };
  const person = personOf(context.answerFor(leg.to));
  startRun(context.state, { call_id: leg.id, start, person, parent_id: context.call.id }, context.at);
  return { ...leg, status: 'confirming', confirm_until: after(context.at, leg.confirm_timeout * 1000) };
}

const personOf = ({ digits = [], speech = [] }: Answer = {}): ScriptedPerson => ({ digits, speech, answers: {} });

export const cancel = (context: StepContext, { id }: Leg, why: string): void =>
  hangUpById(context.state, id, context.at, why);

/** Who answers a leg, as the story names it. */
export const answererOf = ({ state }: StepContext, { id, to }: Pick<Leg, 'id' | 'to'>): string =>
  allCalls(state).get(id)?.machine ? `the answering machine of ${to}` : to;

/** Connects two legs, so that each ends with the other. */
export function bridge(context: StepContext, id: string): void {
  const { state, at } = context;
  const leg = allCalls(state).get(id);
  if (!leg) return;
  changeCall(state, leg, { bridged_with: context.call.id }, at);
  changeCall(state, context.call, { bridged_with: id }, at);
}

export function unbridgeHere(context: StepContext): void {
  changeCall(context.state, context.call, { bridged_with: null }, context.at);
}

export const secondsUntil = (context: StepContext, until: string): number =>
  Math.max(0, between(context.at, until) / 1000);
