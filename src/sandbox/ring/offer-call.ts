import { catchUp } from '../engine/run/catch-up.js';
import type { RingOptions, StoryStep } from '../engine/run/story.js';
import type { State } from '../state/state.js';
import { endCall, takeCall } from '../subjects/calls/answer.js';
import { allCalls } from '../subjects/calls/call.js';
import type { Route } from '../subjects/calls/route.js';
import { after, between } from '../time/clock.js';

type Client = Extract<Route, { readonly kind: 'client' }>;
interface Ends {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

const ANSWERS_AFTER = 0;
const REFUSED = { busy: 'busy', declined: 'busy', error: 'failed', no_answer: 'no-answer' } as const;

/** Offers a call to a program. No program is connected, so a script says what it does; without one, it answers. */
export function offerCall(state: State, { id, from, to }: Ends, { text: client, name }: Client, options: RingOptions) {
  const { outcome = 'answers', after: delay = ANSWERS_AFTER, hangup_after } = options.answers?.[name] ?? {};
  const start = state.clock.now().toISOString();
  const steps: StoryStep[] = [];
  const tell = (verb: string, text: string) => {
    const time = between(start, state.clock.now().toISOString()) / 1000;
    steps.push({ at: name, verb, says: text, time });
  };
  const pass = (seconds: number) => {
    state.clock.reach(after(state.clock.now().toISOString(), Math.round(seconds * 1000)));
    catchUp(state);
  };
  tell('calling.call.receive', `${client} receives the call ${id} from ${from} to ${to}, with the state created`);
  pass(delay);
  const at = state.clock.now().toISOString();
  if (outcome !== 'answers' && outcome !== 'machine') {
    tell('hangup', `${name} does not take the call (${outcome})`);
    endCall(state, id, `the application: ${outcome}`, REFUSED[outcome], at);
    return { steps, ended: `not answered (${outcome})` };
  }
  takeCall(state, id, at);
  tell('answer', `${name} answers, and controls the call with call commands`);
  const ends = Math.min(hangup_after ?? Infinity, options.hangup_after ?? Infinity);
  if (!Number.isFinite(ends)) return { steps, ended: `connected to ${client}` };
  pass(ends);
  endCall(state, id, 'the call was ended', 'ended', state.clock.now().toISOString());
  tell('hangup', ends === hangup_after ? `${name} hangs up` : 'the caller hangs up');
  const isOver = allCalls(state).get(id)?.status === 'ended';
  return { steps, ended: isOver ? 'the call ended' : `connected to ${client}` };
}
