import { continueRun } from '../engine/run/advance.js';
import { catchUp } from '../engine/run/catch-up.js';
import type { Input } from '../engine/run/outcome.js';
import type { Entries, Prompt, RingOptions } from '../engine/run/story.js';
import { allRuns, type CallRun } from '../runs/call-run.js';
import type { State } from '../state/state.js';
import { allCalls, type Call } from '../subjects/calls/call.js';
import type { RequestSender } from '../webhooks/send-requests.js';

type CheckKeys = (text: string, prompt: Prompt) => void;

/** The schema of the options is loaded for the first call, because a start does not need it. */
const loadChecks = () => import('./ring-options.js');

/**
 * Owns the clock while calls are followed to their end. Time moves to the next event of the sandbox, and stands still
 * while a request of any call has no response, and while a function decides what a caller enters.
 */
export class CallScheduler {
  readonly #sender: RequestSender;
  /** The calls that are followed, with what their callers do. */
  readonly #followed = new Map<string, RingOptions>();

  /** Sends the callbacks so far, and resolves when they have arrived. */
  readonly #sendCallbacks: (state: State) => Promise<unknown> | undefined;

  constructor(sender: RequestSender, sendCallbacks: (state: State) => Promise<unknown> | undefined) {
    this.#sender = sender;
    this.#sendCallbacks = sendCallbacks;
  }

  /**
   * Follows a call until its document has ended, or waits for something that never comes. A call to outside has no run
   * until it is answered, and none if it is not.
   */
  async follow(state: State, id: string, options: RingOptions): Promise<CallRun | undefined> {
    const { checkKeys } = await loadChecks();
    this.#followed.set(id, options);
    try {
      for (;;) {
        catchUp(state);
        const run = allRuns(state).get(id);
        // A step may still send something after the call has ended. Callbacks are sent when they happen.
        const sent = this.#sendCallbacks(state) ?? this.#sender.next(state);
        if (sent) await sent;
        else if (run ? run.waiting === null || run.outcome !== null : !isRingingCall(state, id)) return run;
        else if (!this.#enterInputs(state, checkKeys) && !this.#moveOn(state)) return run;
      }
    } finally {
      this.#followed.delete(id);
    }
  }

  /** Enters what the functions of all callers return for their prompts. Returns whether there was one. */
  #enterInputs(state: State, checkKeys: CheckKeys): boolean {
    const asked = [...this.#followed].filter(([id]) => allRuns(state).get(id)?.waiting?.for === 'input');
    for (const [id, options] of asked) enterInput(state, id, options, checkKeys);
    return asked.length > 0;
  }

  /** Moves the clock to the next event, if a followed call still waits for one. */
  #moveOn(state: State): boolean {
    const next = state.schedule.nextAt();
    if (next === undefined || ![...this.#followed].some((one) => isAwaited(state, ...one))) return false;
    state.clock.reach(next);
    return true;
  }
}

/** Whether something will continue a run: a time limit, its caller, a called party, or another call that is in progress. */
function isAwaited(state: State, id: string, { hangup_after }: RingOptions): boolean {
  const run = allRuns(state).get(id);
  if (!run) return isRingingCall(state, id);
  const { waiting, holding } = run;
  if (!waiting) return false;
  if (waiting.until !== null || waiting.for === 'leg' || hangup_after !== undefined) return true;
  return (waiting.for === 'place' || !!holding) && isJoined(state, id);
}

/** Whether another call can still come to the place of this one: it rings, or waits for a limited time before. */
function isJoined(state: State, id: string): boolean {
  const runs = allRuns(state).withKey(isOnTheWay, true);
  return [...runs, ...allCalls(state).withKey(isRinging, true)].some((one) => one.id !== id && one.parent_id !== id);
}

const isOnTheWay = ({ outcome, waiting }: CallRun): boolean => outcome === null && (waiting?.until ?? null) !== null;
const isRinging = ({ status }: Call): boolean => status === 'queued' || status === 'ringing';

const isRingingCall = (state: State, id: string): boolean => {
  const call = allCalls(state).get(id);
  return call !== undefined && isRinging(call);
};

/** Enters what the caller's function returns for the prompt. */
function enterInput(state: State, id: string, { digits, speech }: RingOptions, checkKeys: CheckKeys): void {
  const { waiting } = allRuns(state).get(id) ?? {};
  const prompt = waiting?.data.prompt as Prompt; // Every wait for input has its prompt.
  const at = state.clock.now().toISOString();
  const entered = (kind: 'digits' | 'speech', entries: Entries | undefined): Input => {
    const text = typeof entries === 'function' && prompt.accepts.includes(kind) ? entries(prompt) : null;
    if (typeof text !== 'string' || text === '') return null;
    if (kind === 'speech') return { speech: text };
    checkKeys(text, prompt);
    return { digits: text };
  };
  const input = entered('digits', digits) ?? entered('speech', speech);
  continueRun(state, id, waiting?.token ?? 0, { kind: 'input', input, isScripted: true }, at);
}
