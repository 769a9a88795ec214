import type { DocumentUrl } from '../../runs/call-run.js';
import { startRun } from '../../runs/start-run.js';
import { allCalls, type Call, type CallbackTarget, changeCall } from '../../subjects/calls/call.js';
import { hangUpById } from '../../subjects/calls/lifecycle.js';
import { startCall } from '../../subjects/calls/start-call.js';
import { after } from '../../time/clock.js';
import type { Outcome, RunEvent } from '../run/outcome.js';
import type { StepContext } from '../run/step-context.js';
import { calleeFor } from './callee.js';
import { secondsUntil } from './hold-music.js';
import { limitTalk, takeFromQueue } from './queue-agents.js';

/** A party that a step calls: a number or an address, or the first caller of a queue. */
export interface Party {
  readonly to: string;
  readonly from: string;
  readonly timeout: number;
  readonly callback: CallbackTarget | null;
  readonly source: Call['source'];
  readonly queue?: string | undefined;
  /** The tones that are sent after the answer. */
  readonly tones?: string | undefined;
  /** What the called party hears before it is connected: a list of steps, or the URL of a document. */
  readonly confirm: { readonly list: string } | DocumentUrl | null;
  /** Seconds for `confirm`; null without a limit. */
  readonly confirm_timeout: number | null;
}

/** A leg that a step dialled. The id is empty while no caller waits in the queue. */
interface Leg {
  readonly id: string;
  readonly party: Party;
  readonly isConfirming: boolean;
  /** When the leg is given up; null if it ends by itself. */
  readonly until: string | null;
}

/** What a step stores while its legs ring and talk. */
export interface Dialling {
  readonly isConnected: boolean;
  readonly legs: readonly Leg[];
  /** The queue whose next caller is awaited. */
  readonly queue: string | null;
  /** When the legs were dialled or connected. */
  readonly since: string;
}

/** A party that was called together with the one that answered first, and the status of its call then. */
interface Other {
  readonly party: Party;
  readonly status: Call['status'];
}

type DialChange =
  | { readonly kind: 'waits'; readonly dialling: Dialling }
  /** A leg answered, and hears its document. */
  | { readonly kind: 'asked'; readonly party: Party; readonly dialling: Dialling }
  /** A leg is lost. Others may still ring. */
  | { readonly kind: 'lost'; readonly party: Party; readonly status: string; readonly dialling: Dialling }
  | { readonly kind: 'connected'; readonly leg: Leg; readonly others: readonly Other[]; readonly dialling: Dialling }
  | { readonly kind: 'over'; readonly leg: Leg };

/** Calls all parties together. */
export function dialParties(context: StepContext, parties: readonly Party[]): Dialling {
  const legs = parties.map((party) => (party.queue === undefined ? legTo(context, party) : queueLeg(context, party)));
  return { isConnected: false, legs, queue: awaited(legs), since: context.at };
}

function legTo(context: StepContext, party: Party): Leg {
  const { to, from, timeout, callback, source } = party;
  const start = { to, from, direction: 'outbound', source, url: null, timeout, callback } as const;
  const { state, call, at } = context;
  const { id } = startCall(state, { ...start, parent_id: call.id, callee: calleeFor(context, to) }, at);
  return { id, party, isConfirming: false, until: null };
}

/** Takes the first caller of a queue. If no one waits there, the leg waits for its timeout. */
function queueLeg(context: StepContext, party: Party): Leg {
  const { queue = '', confirm, timeout } = party;
  const caller = takeFromQueue(context, queue, confirm && 'url' in confirm ? confirm : null);
  if (!caller) context.report(`no caller waits in the queue ${queue}`);
  const until = caller ? null : after(context.at, timeout * 1000);
  return { id: caller?.id ?? '', party, isConfirming: false, until };
}

const awaited = (legs: readonly Leg[]): string | null => legs.find(({ id }) => id === '')?.party.queue ?? null;

/** Waits for the next change of a leg. */
export function waitForLegs<D extends Dialling>(context: StepContext, data: D): Outcome<D> {
  const [first] = data.legs.flatMap(({ until }) => until ?? []).sort();
  const limit = first === undefined ? {} : { seconds: secondsUntil(context, first) };
  return { do: 'wait', for: 'leg', ...limit, data };
}

/** Whether a called party is lost, by the status of its call. */
export const isLost = (status: string): boolean => LOST.includes(status);
const LOST = ['busy', 'no-answer', 'failed', 'canceled', 'refused', 'ended'];

/** Follows the legs: the first that answers, and accepts, is connected for up to `maxSeconds`. */
export function followLegs(context: StepContext, event: RunEvent, dialling: Dialling, maxSeconds: number): DialChange {
  const waits = { kind: 'waits', dialling } as const;
  const { legs } = dialling;
  if (dialling.isConnected) return followTalk(context, event, dialling);
  if (event.kind === 'time') {
    const late = legs.find(({ until }) => until !== null && until <= context.at);
    return late ? lose(context, dialling, late, late.id === '' ? 'no-answer' : 'refused') : waits;
  }
  if (event.kind !== 'leg') return waits;
  const { leg_id, status } = event;
  if (status === 'queued') {
    const filled = legs.map((one) => (one.id === '' ? queueLeg(context, one.party) : one));
    return { kind: 'waits', dialling: { ...dialling, legs: filled, queue: awaited(filled) } };
  }
  const leg = legs.find(({ id }) => id === leg_id);
  if (!leg) return waits;
  if (status === 'answered' && leg.party.queue === undefined && leg.party.confirm !== null) {
    const confirming = startConfirm(context, leg);
    const asked = legs.map((one) => (one === leg ? confirming : one));
    return { kind: 'asked', party: leg.party, dialling: { ...dialling, legs: asked } };
  }
  if (status === 'answered' || status === 'confirmed') return connect(context, dialling, leg, maxSeconds);
  return isLost(status) ? lose(context, dialling, leg, leg.isConfirming ? 'refused' : status) : waits;
}

/** Runs the document that the called party hears before it is connected. */
function startConfirm(context: StepContext, leg: Leg): Leg {
  const { to, confirm, confirm_timeout } = leg.party;
  const { document } = context.frame;
  if (confirm === null) return leg;
  const start = 'list' in confirm ? { document, list: confirm.list } : { urls: [confirm] };
  const { digits = [], speech = [] } = context.answerFor(to) ?? {};
  const person = { digits, speech, answers: {} };
  startRun(context.state, { call_id: leg.id, start, person, parent_id: context.call.id }, context.at);
  const until = confirm_timeout === null ? null : after(context.at, confirm_timeout * 1000);
  return { ...leg, isConfirming: true, until };
}

function lose(context: StepContext, dialling: Dialling, leg: Leg, status: string): DialChange {
  hangUpById(context.state, leg.id, context.at, 'the call was not confirmed');
  const legs = dialling.legs.filter((one) => one !== leg);
  return { kind: 'lost', party: leg.party, status, dialling: { ...dialling, legs, queue: awaited(legs) } };
}

function connect(context: StepContext, { legs }: Dialling, leg: Leg, maxSeconds: number): DialChange {
  const { state, at } = context;
  const others = legs.filter((one) => one !== leg);
  const before = others.map(({ id, party }): Other => {
    // A caller in a queue has answered nothing.
    const status = party.queue === undefined ? allCalls(state).get(id)?.status : undefined;
    return { party, status: status ?? 'queued' };
  });
  for (const { id } of others) hangUpById(state, id, at, 'another party answered');
  context.answer();
  bridge(context, leg.id);
  if (leg.party.queue !== undefined) limitTalk(context, leg.party.queue, leg.id);
  const connected = { ...leg, isConfirming: false, until: after(at, maxSeconds * 1000) };
  const dialling = { isConnected: true, legs: [connected], queue: null, since: at };
  return { kind: 'connected', leg: connected, others: before, dialling };
}

const TALKS = ['answered', 'ringing', 'confirmed'];

function followTalk(context: StepContext, event: RunEvent, dialling: Dialling): DialChange {
  const { state, at, call } = context;
  const [leg] = dialling.legs;
  const isOver = event.kind === 'leg' && event.leg_id === leg?.id && !TALKS.includes(event.status);
  if (!leg || (!isOver && event.kind !== 'time')) return { kind: 'waits', dialling };
  changeCall(state, call, { bridged_with: null }, at);
  if (event.kind === 'time') hangUpById(state, leg.id, at, 'the maximum duration is over');
  return { kind: 'over', leg };
}

/** Connects two legs, so that each ends with the other. */
function bridge({ state, call, at }: StepContext, id: string): void {
  const leg = allCalls(state).get(id);
  if (!leg) return;
  changeCall(state, leg, { bridged_with: call.id }, at);
  changeCall(state, call, { bridged_with: id }, at);
}

/** What a called party did that is not connected, as the story says it. "refused" is the status of one that was asked. */
export const lostText = ({ party: { to }, status }: Lost, reason: string): string =>
  `${to}: ${status === 'refused' ? 'answered, did not accept' : reason}`;
type Lost = Pick<Extract<DialChange, { kind: 'lost' }>, 'party' | 'status'>;

/** Who answers a leg, as the story names it. */
export const answererOf = ({ state }: StepContext, { id, party: { to } }: Leg): string =>
  allCalls(state).get(id)?.machine ? `the answering machine of ${to}` : to;

/** The URL of a document in a step, which may be relative to the URL of its own document. */
export const documentUrl = (
  { frame: { document } }: StepContext,
  url: string,
  method: DocumentUrl['method'] = 'POST',
): DocumentUrl => {
  const base = document.url ?? undefined;
  return { url: URL.canParse(url, base) ? new URL(url, base).href : url, method, language: document.language };
};
