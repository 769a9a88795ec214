import type { SendContext, WireRequest, WireResponse } from '../http/index.js';
import type { Cast, CastOptions, CastResult } from './cast/cast.js';
import { type ApplyFault, FaultPlan, faultResponse } from './control/faults.js';
import { Journal, type JournalEntry, type JournalRecord } from './control/journal.js';
import { type Expected, type Verified, type VerifyOptions, verify } from './control/verify/verify.js';
import { catchUp } from './engine/run/catch-up.js';
import type { CallStory, CallSummary, Ring, RingOptions } from './engine/run/story.js';
import type { Callback, SentCallback } from './outbound/callbacks.js';
import { type Delivery, inboxOf } from './outbound/inbox.js';
import { withoutQuery } from './outbound/outbound-request.js';
import { Serializer } from './respond/serialize.js';
import { CallScheduler } from './ring/call-scheduler.js';
import { ring } from './ring/ring.js';
import { callsOf, storyOf } from './ring/stories.js';
import { failedCallbacks, storyCallbacks } from './ring/story-callbacks.js';
import type { AccessCheck } from './serve/access.js';
import { handle, type ParsedRequest, parseRequest, type Result, sentFields } from './serve/handle.js';
import type { Snapshot } from './state/snapshot.js';
import { type State, snapshotOf, stateFrom } from './state/state.js';
import { freshFailures } from './subjects/datasphere/document.js';
import { recordingAudio } from './subjects/recordings/recording-audio.js';
import { timeAfter } from './time/clock.js';
import { DocumentFetcher } from './webhooks/fetch-documents.js';
import { type InFlight, inFlight } from './webhooks/in-flight.js';
import { CallbackSender } from './webhooks/send-callbacks.js';
import { RequestSender } from './webhooks/send-requests.js';
import { type Webhook, WebhookSender } from './webhooks/webhook-sender.js';

export interface SimulatorOptions {
  /** False: it sends no callbacks and fetches no documents. */
  readonly isOutbound?: boolean;
  /** Returns the state to which `reset` returns. */
  readonly start: () => Snapshot;
}

interface Access {
  readonly checkAccess?: AccessCheck;
  /** Undoes what an accepted request changed. */
  readonly isTrial?: boolean;
  readonly injected?: SendContext['injected'];
}

export class Simulator {
  readonly faults: FaultPlan;
  readonly #journal = new Journal();
  #start: () => Snapshot;
  readonly webhooks = new WebhookSender();
  readonly #callbacks: CallbackSender;
  readonly #documents = new DocumentFetcher(this.webhooks);
  readonly #requests: RequestSender;
  readonly #scheduler: CallScheduler;
  readonly #serializer = new Serializer();
  readonly #warn: (line: string) => void;
  readonly #isOutbound: boolean;
  #state: State;

  constructor(state: State, warn: (line: string) => void, { isOutbound = true, start }: SimulatorOptions) {
    this.#state = state;
    this.#start = start;
    this.#warn = warn;
    this.#callbacks = new CallbackSender(this.webhooks, warn, (state) => this.#requests.send(state));
    this.#requests = new RequestSender(this.webhooks, warn, {
      before: (of) => this.#callbacksSent(of),
      onResponse: (of) => this.#continue(of),
    });
    this.#scheduler = new CallScheduler(this.#requests, (of) => this.#callbacksSent(of));
    this.#isOutbound = isOutbound;
    this.faults = new FaultPlan(state.clock);
    state.network.sends = isOutbound;
    state.network.reaches = (url) => this.webhooks.reaches(url);
    this.webhooks.follow((webhook) => this.#logWebhook(webhook));
  }

  /** The current state. `restore` replaces it. The first look at the clock creates the sample account. */
  get state(): State {
    this.#state.clock.now();
    return this.#state;
  }

  restore(snapshot: Snapshot): void {
    this.#state = stateFrom(this.#state, snapshot);
    if (this.#isOutbound) this.#callbacks.restore(this.#state);
  }

  snapshot(): Snapshot {
    return snapshotOf(this.state);
  }

  /** Continues with a snapshot, and returns to it with `reset`. */
  startFrom(snapshot: Snapshot): void {
    this.#start = () => snapshot;
    this.restore(snapshot);
  }

  /** Sets the origin of the URLs of recordings. */
  servedAt(origin: string): void {
    this.#state.network.origin = origin;
  }

  /** Returns to the state of the start, without faults and with an empty journal. */
  reset(): void {
    this.restore(this.#start());
    this.faults.clear();
    this.#journal.clear();
  }

  inbox(): Delivery[] {
    return [...inboxOf(this.caughtUp())];
  }

  /** Runs the events that are due, because the clock may have moved since the last request. */
  caughtUp(): State {
    catchUp(this.state);
    this.#sendOutbound();
    this.#logFailures();
    return this.#state;
  }

  journalEntries(): readonly JournalEntry[] {
    this.caughtUp();
    return this.#journal.entries();
  }

  journalRecords(): readonly JournalRecord[] {
    this.caughtUp();
    return this.#journal.records();
  }

  loadJournal(records: readonly JournalRecord[]): void {
    this.#journal.load(records);
  }

  callbacks(): SentCallback[] {
    return this.#callbacks.all(this.caughtUp());
  }

  /** The time of the next scheduled event. */
  nextEventAt(): string | undefined {
    return this.state.schedule.nextAt();
  }

  /** The requests to servers of the user that have no response yet. */
  inFlight(): InFlight[] {
    return inFlight(this.caughtUp());
  }

  /**
   * Lets time pass from event to event, and waits for the documents, callbacks and retries of each. Returns the time at
   * the end.
   */
  async run(seconds: number): Promise<Date> {
    if (!(seconds >= 0 && Number.isFinite(seconds)))
      throw new TypeError('sandbox.run(seconds): seconds must be a number from 0, such as 60');
    const { state } = this;
    const until = timeAfter(state.clock.now(), seconds);
    for (;;) {
      await this.settled();
      if (state !== this.#state) throw new Error('sandbox.run: the sandbox was reset or restored in the meantime');
      const next = state.schedule.nextAt();
      if (next === undefined || next > until) break;
      state.clock.reach(next);
    }
    state.clock.reach(until);
    return state.clock.now();
  }

  async settled(): Promise<void> {
    this.caughtUp();
    await this.#requests.settled(this.#state);
    this.caughtUp();
    await Promise.all([this.#callbacks.settled(), this.#documents.settled()]);
    // A document that answers a message may send its own requests.
    await this.#requests.settled(this.#state);
  }

  async ring(number: string, options: RingOptions): Promise<Ring> {
    const { state } = this;
    const { webhooks: callbacks, ...result } = await ring(state, this.#scheduler, number, options);
    const webhooks = storyCallbacks(state, result.call_id, callbacks, (one) => this.#callbacks.outcomeOf(state, one));
    return { ...result, problems: [...result.problems, ...failedCallbacks(webhooks)], webhooks };
  }

  async cast(cast: Cast | string, options: CastOptions): Promise<CastResult> {
    const { performCast } = await import('./cast/perform-cast.js');
    const { state, webhooks } = this;
    const outcomeOf = (one: Callback) => this.#callbacks.outcomeOf(state, one);
    return performCast({ state, scheduler: this.#scheduler, webhooks, outcomeOf }, cast, options);
  }

  calls(): CallSummary[] {
    return callsOf(this.caughtUp());
  }

  story(id: string): CallStory {
    const state = this.caughtUp();
    return storyOf(state, id, (callback) => this.#callbacks.outcomeOf(state, callback));
  }

  #callbacksSent(state: State): Promise<unknown> | undefined {
    if (this.#isOutbound) this.#callbacks.send(state);
    return this.#callbacks.arrived();
  }

  /** A response arrived: what is due until the next open request happens. A state that was replaced stays as it is. */
  #continue(state: State): void {
    if (state === this.#state) this.caughtUp();
  }

  /** Answers a request. `applyFault` applies faults that affect the connection. */
  async send(request: WireRequest, applyFault: ApplyFault, access?: Access): Promise<WireResponse> {
    // What the user let happen has happened before the next request, also what waits for servers.
    if (this.#isOutbound && this.#state.clock.takeMove()) await this.settled();
    const parsed = parseRequest(request);
    const { path, match } = parsed;
    const fault = this.faults.next(match?.operation);
    if (fault) access?.injected?.('kind' in fault ? fault.kind : `status ${fault.status}`);
    if (fault && 'kind' in fault) {
      let result: Result | undefined;
      const respond = () => (result = this.#handle(parsed, access)).response;
      return applyFault(fault, request, respond).finally(() =>
        this.log(parsed, result?.response.status ?? null, { fault: fault.kind, reason: result?.reason ?? null }),
      );
    }
    if (fault) {
      const response = faultResponse(fault, path, match?.operation);
      this.log(parsed, response.status, { fault: `status ${fault.status}` });
      return response;
    }
    const { response, reason } = this.#handle(parsed, access);
    this.log(parsed, response.status, { reason });
    return response;
  }

  /** Answers a request for the audio of a recording. Undefined for other requests. */
  audio(request: WireRequest): WireResponse | undefined {
    return recordingAudio(this.state, request);
  }

  /** @internal */
  log(parsed: ParsedRequest, status: number | null, cause: Partial<JournalEntry> = {}): void {
    const { request, path, match } = parsed;
    const { fault = null, reason = null } = cause;
    const operation = match?.operation ?? null;
    const entry = { kind: 'request', method: request.method, path, operation, status, fault, reason } as const;
    this.#journal.add(this.#state.clock.now(), entry, sentFields(parsed));
  }

  /** Compares what happened with what is expected. */
  verify(expected: readonly Expected[], options?: VerifyOptions): Verified {
    const { start } = this.caughtUp().clock;
    const happened = { inbox: this.inbox(), calls: this.calls(), callbacks: this.callbacks(), start };
    return verify({ ...happened, requests: this.#journal.requests() }, expected, options);
  }

  #logWebhook({ event, request: { method, url }, response, fault }: Webhook): void {
    this.#journal.add(this.#state.clock.now(), {
      kind: 'webhook',
      method,
      path: withoutQuery(url),
      operation: null,
      status: response?.status ?? null,
      fault: fault?.kind ?? null,
      reason: event,
    });
  }

  #logFailures(): void {
    const failures = freshFailures(this.#state);
    if (failures.size === 0) return;
    for (const { id, at, url, problem } of [...failures]) {
      failures.delete(id);
      this.#journal.add(new Date(at), {
        kind: 'failure',
        method: 'GET',
        path: withoutQuery(url),
        operation: 'datasphere.documents.create',
        status: null,
        fault: 'failed',
        reason: `document ${id}: ${problem}`,
      });
    }
  }

  #handle(parsed: ParsedRequest, { checkAccess = () => {}, isTrial = false }: Access = {}): Result {
    const result = handle(this.state, parsed, { checkAccess, isTrial, serializer: this.#serializer });
    this.#sendOutbound();
    this.#logFailures();
    const { request, path } = parsed;
    if (result.response.status === 500) this.#warn(`${request.method} ${path}: the sandbox failed: ${result.reason}`);
    return result;
  }

  #sendOutbound(): void {
    if (!this.#isOutbound) return;
    this.#callbacks.send(this.#state);
    this.#documents.fetch(this.#state);
    this.#requests.send(this.#state);
  }
}
