import { allCalls } from '../../../subjects/calls/call.js';
import { leavePlaces } from '../../../subjects/calls/lifecycle.js';
import { queueNamed } from '../../../subjects/queues/queue.js';
import { allRuns } from '../../run/call-run.js';
import { notifyRun } from '../../run/notify-run.js';
import type { Outcome } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';
import { bridge } from '../../verbs/routing/dial.js';
// Type-only cycle: the verb declares the attributes that its stages read.
import type { Dial } from './dial.js';

/** The phase in which an Enqueue resumes when its wait document ends. */
export const WAITED = 'waited';

/** Connects the first caller in a queue. Without one, the step waits for its timeout. */
export function dialQueue(context: StepContext, queue: NonNullable<Dial['Queue']>[number], { timeout }: Dial): Outcome {
  const { state, at } = context;
  const [first] = queueNamed(state, queue.text)?.members ?? [];
  const waiting = first && allCalls(state).get(first.call_id);
  if (!waiting) {
    context.says(`no caller waits in the queue ${queue.text}`);
    return { do: 'wait', for: 'leg', seconds: timeout, data: { legs: [], phase: 'ringing' } };
  }
  if (queue.url !== undefined) context.says('not simulated: the document of url is not played to the waiting caller');
  leavePlaces(state, waiting, at);
  bridge(context, waiting.id);
  interruptWait(context, waiting.id);
  context.says(`connected to ${waiting.from} from the queue ${queue.text}`);
  const leg = { id: waiting.id, to: waiting.from, noun: 'Client', method: 'POST' };
  return { do: 'wait', for: 'leg', data: { legs: [leg], phase: 'connected' } };
}

/** Ends the wait document of a caller in a queue. Its Enqueue resumes. */
function interruptWait({ state, at }: StepContext, id: string): void {
  const run = allRuns(state).get(id);
  if (!run || run.outcome !== null) return;
  const depth = run.frames.findIndex(({ phase }) => phase === WAITED);
  const token = run.counters.waits + 1;
  allRuns(state).replace({
    ...run,
    frames: depth === -1 ? run.frames : run.frames.slice(0, depth),
    waiting: { for: 'place', token, until: null, data: run.waiting?.for === 'place' ? run.waiting.data : {} },
    counters: { ...run.counters, waits: token },
  });
  notifyRun(state, id, { kind: 'left', reason: 'bridged' }, at, token);
}
