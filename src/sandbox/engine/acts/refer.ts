import type { Outcome } from '../run/outcome.js';
import type { StepContext } from '../run/step-context.js';

/** The result of a request to call another address: what SIP reports, and the codes of the answer and the result. */
export interface Referred {
  readonly status: 'in-progress' | 'busy' | 'no-answer' | 'failed';
  /** The code of the answer to the request. */
  readonly code: number;
  /** The code of the call to the new address; undefined if there was none. */
  readonly notified: number | undefined;
}

const RESULTS = {
  answers: { status: 'in-progress', code: 202, notified: 200 },
  busy: { status: 'busy', code: 202, notified: 486 },
  no_answer: { status: 'no-answer', code: 202, notified: 480 },
  error: { status: 'failed', code: 603, notified: undefined },
} as const satisfies Record<string, Referred>;

/** Until the other side reports the result. */
const REFER_SECONDS = 5;

/** Asks the caller of a SIP call to call another address. A script of the address or the verb decides the result. */
export function refer(context: StepContext, to: string): Outcome<Referred> {
  const script = context.answerFor(to) ?? context.answerFor(context.step.name) ?? {};
  const { outcome = 'answers', after = REFER_SECONDS, result = 'success' } = script;
  const known = outcome === 'declined' ? 'busy' : outcome === 'machine' ? 'answers' : outcome;
  context.report(`refers the caller to ${to}`);
  return { do: 'wait', for: 'time', seconds: after, data: RESULTS[result === 'success' ? known : 'error'] };
}

/** Why a call cannot be referred to an address. */
export function referProblem({ call }: StepContext, to: string): 'not a SIP call' | 'not a SIP address' | undefined {
  if (call.type !== 'relay_sip_call') return 'not a SIP call';
  return /^sips?:\S+$/.test(to) ? undefined : 'not a SIP address';
}
