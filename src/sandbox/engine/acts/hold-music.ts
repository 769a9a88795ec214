import type { DocumentUrl } from '../../runs/call-run.js';
import { between } from '../../time/clock.js';
import type { Outcome } from '../run/outcome.js';
import type { StepContext } from '../run/step-context.js';

/** What a step stores while a caller waits in a queue or a conference. */
export interface TimedWait {
  /** When the wait ends without an event; null if it does not. */
  readonly until: string | null;
  /** How often the caller heard the document. */
  readonly rounds?: number;
}

/** The verbs that a document may use while a caller hears it. The platform does not publish those of SWML. */
export const WAIT_VERBS = {
  swml: 'play prompt sleep say set unset cond if switch eval goto label execute return transfer request send_sms hangup'.split(
    ' ',
  ),
  queue: ['Play', 'Say', 'Pause', 'Hangup', 'Redirect', 'Leave', 'Gather'],
  conference: ['Play', 'Pause', 'Redirect'],
} as const;

/** What a caller hears while it waits in a queue or a conference. */
interface HoldMusic {
  readonly url: DocumentUrl | null;
  /** The parameters of the request. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly verbs: readonly string[];
}

/** How often the document repeats while the caller does nothing and the report follows the call to its end. */
const REPEATS = { silent: 2, asked: 20 } as const;
/** Far more than any caller waits. It ends a document that takes no time. */
const MAX_ROUNDS = 1000;

/** Waits for a place until `until`, and plays the document again and again meanwhile. */
export function waitWithMusic<D extends TimedWait>(
  context: StepContext,
  { url, params = {}, verbs }: HoldMusic,
  data: D,
): Outcome<D> {
  const { until, rounds = 0 } = data;
  const limit = until === null ? {} : { seconds: secondsUntil(context, until) };
  const wait = { do: 'wait', for: 'place', ...limit, data } as const;
  const round = rounds + 1;
  if (url === null || limit.seconds === 0) return wait;
  if (round > MAX_ROUNDS) {
    context.problem(`the document ${url.url} was played ${MAX_ROUNDS} times: does it take no time?`);
    return wait;
  }
  const { entries } = context;
  if (context.isFollowed && entries !== 'left' && round > REPEATS[entries]) {
    context.report('hears the document again until the wait ends');
    return wait;
  }
  return { do: 'hold', url, params, verbs, ...limit, data: { ...data, rounds: round } };
}

export const secondsUntil = ({ at }: { readonly at: string }, until: string): number =>
  Math.max(0, between(at, until) / 1000);
