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

/** A call that begins at a time. */
export interface Start {
  readonly at: string;
  /** Begins the call. Returns the call to follow, or what happens next. */
  begin(): { readonly follow?: { readonly id: string; readonly options: RingOptions }; readonly next?: Start };
}

/**
 * Owns the clock while calls are followed to their end. Time moves to the next event of the sandbox, and stands still
 * while a request of any call has no response, and while a function decides what a caller enters.
 */
export class CallScheduler {
  readonly #sender: RequestSender;
  /** The calls that are followed, with what their callers do. */
  readonly #followed = new Map<string, RingOptions>();
  #checks: Awaited<ReturnType<typeof loadChecks>> | undefined;
  /** The calls that begin later. */
  #starts: { readonly at: string; readonly of: readonly string[]; begin(): void }[] = [];

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
    this.#followed.set(id, options);
    try {
      await this.#pass(state, () => this.#isOver(state, id));
      return allRuns(state).get(id);
    } finally {
      this.#followed.delete(id);
    }
  }

  /**
   * Lets several calls begin at their times, and follows all of them to their ends. `onStep` sees the state after the
   * events of each time.
   */
  async followAll(state: State, starts: readonly Start[], onStep: () => void): Promise<void> {
    const ids: string[] = [];
    const begin = (one: Start): void => {
      const { follow, next } = one.begin();
      if (next) add(next);
      if (!follow) return;
      this.#followed.set(follow.id, follow.options);
      ids.push(follow.id);
    };
    const add = (one: Start) => this.#starts.push({ at: one.at, of: ids, begin: () => begin(one) });
    starts.forEach(add);
    const isWaiting = () => this.#starts.some(({ of }) => of === ids);
    try {
      await this.#pass(state, () => !isWaiting() && ids.every((id) => this.#isOver(state, id)), onStep);
    } finally {
      for (const id of ids) this.#followed.delete(id);
      this.#starts = this.#starts.filter(({ of }) => of !== ids);
    }
  }

  /** Lets time pass from event to event, until the calls are over or nothing continues them. */
  async #pass(state: State, isOver: () => boolean, onStep = () => {}): Promise<void> {
    const { checkKeys } = (this.#checks ??= await loadChecks());
    for (;;) {
      catchUp(state);
      onStep();
      // A step may still send something after the call has ended. Callbacks are sent when they happen.
      const sent = this.#sendCallbacks(state) ?? this.#sender.next(state);
      if (sent) await sent;
      else if (this.#begin(state)) continue;
      else if (isOver()) return;
      else if (!this.#enterInputs(state, checkKeys) && !this.#moveOn(state)) return;
    }
  }

  #isOver(state: State, id: string): boolean {
    const run = allRuns(state).get(id);
    return run ? run.waiting === null || run.outcome !== null : !isRingingCall(state, id);
  }

  /** Begins the first call whose time has come. Returns whether there was one. */
  #begin(state: State): boolean {
    const [first] = this.#starts.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
    if (!first || first.at > state.clock.now().toISOString()) return false;
    this.#starts.shift();
    first.begin();
    return true;
  }

  /** Enters what the functions of all callers return for their prompts. Returns whether there was one. */
  #enterInputs(state: State, checkKeys: CheckKeys): boolean {
    const asked = [...this.#followed].filter(([id]) => allRuns(state).get(id)?.waiting?.for === 'input');
    for (const [id, options] of asked) enterInput(state, id, options, checkKeys);
    return asked.length > 0;
  }

  /** Moves the clock to the next event or the next call, if a followed call still waits for one. */
  #moveOn(state: State): boolean {
    const event = state.schedule.nextAt();
    const start = this.#starts[0]?.at;
    const isAwaitedByOne = start !== undefined || [...this.#followed].some((one) => isAwaited(state, ...one));
    const next = [event, start].filter((one) => one !== undefined).sort()[0];
    if (next === undefined || !isAwaitedByOne) return false;
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
