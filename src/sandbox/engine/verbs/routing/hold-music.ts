import { between } from '../../../time/clock.js';
import type { DocumentUrl } from '../../run/call-run.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';

type Data = Readonly<Record<string, unknown>>;

/** What a caller hears while it waits in a queue or a conference. */
interface HoldMusic {
  readonly url: DocumentUrl | null;
  /** The parameters of the request. */
  readonly params: Data;
  /** The verbs that the document may use. */
  readonly verbs: readonly string[];
}

/** The verbs that documents in SWML may use while the caller waits. The platform does not publish them. */
export const SWML_WAIT_VERBS =
  'play prompt sleep say set unset cond if switch eval goto label execute return transfer request send_sms hangup'.split(
    ' ',
  );

export const waitDocument = (url: string, method: 'GET' | 'POST'): DocumentUrl => ({ url, method, language: 'swml' });

/** How often the document repeats for a caller who is followed to the end of the call, and who does nothing. */
const REPEATS = { silent: 2, asked: 20 } as const;
/** Far more than any caller waits. It ends a document that takes no time. */
const MAX_ROUNDS = 1000;

/** Waits for a place until `until`, and plays the document again and again meanwhile. */
export function waitWithMusic(
  context: StepContext,
  { url, params, verbs }: HoldMusic,
  data: Data & { readonly until: string | null },
): Outcome {
  const { until, rounds = 0 } = data;
  const limit = until === null ? {} : { seconds: Math.max(0, between(context.at, until) / 1000) };
  const wait = { do: 'wait', for: 'place', ...limit, data } as const;
  const round = Number(rounds) + 1;
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
