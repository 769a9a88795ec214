import type { DocumentUrl } from '../../runs/call-run.js';
import { enter } from '../../subjects/calls/answer.js';
import { activeConference, isWaiting, type Joining } from '../../subjects/calls/conference.js';
import { leaveQueueAndConference } from '../../subjects/calls/lifecycle.js';
import { after } from '../../time/clock.js';
import type { Outcome, RunEvent } from '../run/outcome.js';
import type { StepContext } from '../run/step-context.js';
import { type TimedWait, waitWithMusic } from './hold-music.js';

/** What a step stores while its caller is in a conference. */
export interface InConference extends TimedWait {
  readonly conference_id: string;
}

type Joined = { readonly data: InConference } | { readonly refusal: 'coach' | 'full' };

/**
 * Adds the caller to a conference, for up to some seconds. A conference that refuses the caller lets the call continue:
 * a coach needs a participant to coach, and the conference may be full.
 */
export function joinConference(
  context: StepContext,
  { coach, ...joining }: Joining & { readonly coach: string | undefined },
  seconds: number | undefined,
): Joined {
  const { state, call, at } = context;
  const before = activeConference(state, joining.name);
  const participants = before?.participants ?? [];
  if (coach !== undefined && !participants.some(({ call_id }) => call_id === coach)) return { refusal: 'coach' };
  if (before && participants.length >= before.max_size) return { refusal: 'full' };
  context.answer();
  const { conference_id } = enter(state, call, joining, at);
  context.report(`joins the conference ${joining.name}`);
  const until = seconds === undefined ? null : after(at, seconds * 1000);
  return { data: { conference_id: conference_id ?? '', until } };
}

/** How long the caller stays, if a script says so. */
export function stayOf(context: StepContext, name: string): number | undefined {
  const { hangup_after, after: stays = hangup_after } =
    context.answerFor(name) ?? context.answerFor('Conference') ?? {};
  return stays;
}

/** Waits until the caller leaves. Until the conference begins, the caller hears the document. */
export function waitInConference(
  context: StepContext,
  url: DocumentUrl | null,
  verbs: readonly string[],
  data: InConference,
): Outcome<InConference> {
  const isAlone = isWaiting(context.state, context.call.conference_id);
  return waitWithMusic(context, { url: isAlone ? url : null, verbs }, data);
}

/** Whether the event ends the wait. The time of the caller may be over. Reports who leaves. */
export function leavesConference(context: StepContext, event: RunEvent): boolean {
  const { state, call, at } = context;
  if (event.kind === 'started' || event.kind === 'returned') return false;
  if (event.kind === 'time') leaveQueueAndConference(state, call, at);
  if (event.kind === 'left') context.report('the conference ends');
  else reportLeaving(context);
  return true;
}

/** The caller leaves. The others may stay. */
export const reportLeaving = (context: StepContext): void => context.report('leaves the conference');
