import { type Callee, calleeOf } from '../../subjects/calls/callee.js';
import type { StepContext } from '../run/step-context.js';
import type { Answer } from '../run/story.js';

/** A party in a call that is followed to its end hangs up after this time, unless a script says otherwise. */
export const TALK_SECONDS = 30;

const ANSWERS_AFTER = 0.9;
const OUTCOMES = {
  answers: 'answers',
  machine: 'answers',
  busy: 'is busy',
  declined: 'is busy',
  error: 'fails',
  no_answer: 'does not answer',
} as const;

/** How a called party behaves: as scripted, or as its number does. */
export function calleeFor({ state, isFollowed, answerFor }: StepContext, to: string): Callee {
  const answer = answerFor(to);
  const known = answer ? scriptedCallee(answer) : calleeOf(state, to);
  return isFollowed && known.outcome === 'answers' ? { hangs_up_after_ms: TALK_SECONDS * 1000, ...known } : known;
}

/** How a called party of a script behaves. */
export const scriptedCallee = ({ outcome = 'answers', after = ANSWERS_AFTER, hangup_after }: Answer): Callee => ({
  outcome: OUTCOMES[outcome],
  after_ms: Math.round(after * 1000),
  ...(outcome === 'machine' && { machine: true }),
  ...(outcome === 'declined' && { is_declined: true }),
  ...(hangup_after !== undefined && { hangs_up_after_ms: Math.round(hangup_after * 1000) }),
});
