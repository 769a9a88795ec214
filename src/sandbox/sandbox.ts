import { RestClient } from '../client/index.js';
import type { Listener, Served, Transport } from '../http/index.js';
import type { Cast, CastOptions, CastResult } from './cast/cast.js';
import { applyInProcess, type Faults } from './control/faults.js';
import type { JournalEntry, JournalRecord } from './control/journal.js';
import type { Expected, Verified, VerifyOptions } from './control/verify/verify.js';
import type { CallStory, CallSummary, Ring, RingOptions } from './engine/run/story.js';
import { newSimulator } from './new-simulator.js';
import type { SentCallback } from './outbound/callbacks.js';
import type { Delivery } from './outbound/inbox.js';
import { withOwnNumbers } from './populate/own-numbers.js';
import { type RecordedCase, startOf } from './populate/recorded-case.js';
import { accessWith } from './serve/access.js';
import type { StartProject } from './serve/projects.js';
import { serveSandbox } from './serve/serve.js';
import type { ServerState } from './state/server-state.js';
import type { Snapshot } from './state/snapshot.js';
import { signingKey } from './subjects/projects.js';
import type { VirtualClock } from './time/clock.js';
import type { InFlight } from './webhooks/in-flight.js';
import { checkSigning } from './webhooks/sign.js';
import type { Webhooks } from './webhooks/webhook-sender.js';

export interface SandboxOptions {
  /** Seed of the id generator. The same seed produces the same ids. */
  readonly seed?: number;
  /** Start time of the simulated clock. The sample account was created earlier. */
  readonly now?: Date | string;
  /** Starts without the numbers, queues and calls of the sample account. */
  readonly empty?: boolean;
  /** Starts with the resources that a recording shows, as the account was before the first recorded request. */
  readonly from?: RecordedCase;
  /** The token of the account. Without it, the token derives from the seed, and each server gets a random one. */
  readonly token?: string;
  /** The key that signs the requests to servers of the user. Without it, the key derives from the seed and the token. */
  readonly signing_key?: string;
  /** The part of the names of the signature headers before `-Signature`. Default: `X-Platform`. */
  readonly signature_prefix?: string;
  /** Receives one line for each request that fails inside the sandbox. The client receives status 500. */
  readonly warn?: (line: string) => void;
}

export interface ServerOptions {
  /** The address to listen on. Default: loopback. Other machines need a strong token. */
  readonly host?: string;
  /** Host names to accept beside loopback names and addresses, such as the name of the service in a container network. */
  readonly hosts?: readonly string[];
  /** Serves several projects. `POST /_patchbay/api/projects` adds one, and each pair of credentials has its own state. */
  readonly projects?: boolean;
  /** Continues with the state of an earlier server. */
  readonly state?: ServerState;
  /** Wraps what answers the API, for example to record its requests. */
  readonly through?: (transport: Transport) => Transport;
  /** @internal Wraps the whole server, for example to serve a page beside the API. */
  readonly around?: (served: Served) => Served;
  /** @internal Called for each project beside the first one. */
  readonly onProject?: (project: ProjectSandbox) => ProjectFollower;
}

/** @internal A project of a server. */
export interface ProjectSandbox
  extends Pick<
    Sandbox,
    'credentials' | 'seed' | 'snapshot' | 'restore' | 'cast' | 'webhooks' | 'followCards' | 'signing_key'
  > {
  readonly clock: Pick<VirtualClock, 'now'>;
}

/** @internal What follows the requests of a project. */
export interface ProjectFollower {
  /** Wraps what answers the API for the project. */
  through(transport: Transport): Transport;
  /** The project was removed. */
  removed(): void;
}

/** A sandbox that listens on loopback. */
export interface SandboxServer extends Listener {
  /** The credentials that clients of this server must send. */
  readonly credentials: { readonly project: string; readonly token: string; readonly host: string };
  /** The state of all projects of the server, to continue with later. It contains their tokens. */
  state(): ServerState;
}

/** A local, stateful simulator of the platform. It sends nothing to other machines. */
export interface Sandbox {
  /** The account: the credentials that clients in this process must send. */
  readonly credentials: { readonly project: string; readonly token: string; readonly host: string };
  /** Answers requests in process. */
  readonly transport: Transport;
  /** @internal Answers like `transport`, and undoes what an accepted request changed. */
  readonly trial: Transport;
  /** @internal Answers the requests of the control API in process. */
  readonly control: Transport;
  /** Creates a client that sends its requests to this sandbox. */
  client(): RestClient;
  /**
   * Serves the sandbox on loopback. The token is random unless `createSandbox` received one. `through` wraps the
   * transport of the server, for example to record its requests.
   */
  listen(port?: number, options?: ServerOptions): Promise<SandboxServer>;
  /** Simulates a call from outside to a number of the project and runs the document that answers it. */
  ring(number: string, options?: RingOptions): Promise<Ring>;
  /**
   * Lets several people call on one clock, and compares what happens with what is expected. The cast is an object, or a
   * text in YAML. Throws a `UsageError` that names each problem of the cast.
   */
  cast(cast: Cast | string, options?: CastOptions): Promise<CastResult>;
  /** The calls that the sandbox keeps, the latest last, however they began. */
  calls(): readonly CallSummary[];
  /** What happened in a call: its steps, requests, callbacks and called parties. The beginning of an id is enough. */
  story(id: string): CallStory;
  /** The seed of the ids. A sandbox with the same seed and the same start time produces the same ids and times. */
  readonly seed: number;
  /** Whether the sandbox started with the sample account, and not empty or with the resources of a recording. */
  readonly isSample: boolean;
  /** The key of the project that signs the requests to servers of the user. */
  readonly signing_key: string;
  readonly clock: VirtualClock;
  /** What `from` could not populate. */
  readonly notes: readonly string[];
  /** Messages and calls that the sandbox sent to phones, such as verification codes. The last entry is the latest. */
  readonly inbox: readonly Delivery[];
  /** Callbacks that the sandbox sent, the latest last. Only those to servers on this machine leave the process. */
  readonly callbacks: readonly SentCallback[];
  /** Resolves when no callbacks and no downloads of documents are pending. */
  settled(): Promise<void>;
  /**
   * Advances the clock, and waits for the documents, callbacks and retries that are due in that time. Returns the time
   * at the end. `clock.advance` does not wait; `in_flight` lists what it leaves.
   */
  run(seconds: number): Promise<Date>;
  /** The requests to servers of the user that have no response yet, such as callbacks. `settled()` waits for them. */
  readonly in_flight: readonly InFlight[];
  /** The time of the next scheduled event, such as the answer to a call. */
  nextEventAt(): string | undefined;
  /** Faults to inject into responses. */
  readonly faults: Faults;
  /** The latest requests and failures of work that they started, the latest last. */
  readonly journal: readonly JournalEntry[];
  /**
   * Compares the requests, messages, calls and callbacks since the start with what is expected. `difference` is null or
   * a text that names what is missing or too much.
   *
   * @example
   * expect(sandbox.verify([{ message: { to: '+13035550111' }, times: 1 }]).difference).toBeNull();
   */
  verify(expected: readonly Expected[], options?: VerifyOptions): Verified;
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
  /**
   * Returns to the state of the start, without faults and with an empty journal. A `seed` starts with other ids, and with
   * `ownNumbers` also with other phone numbers.
   */
  reset(options?: { readonly seed?: number; readonly ownNumbers?: boolean }): void;
  /** @internal The journal with the fields of its requests, and a way to continue with it in another process. */
  journalRecords(): readonly JournalRecord[];
  /** @internal */
  loadJournal(records: readonly JournalRecord[]): void;
  /** The requests to servers of the user: documents, callbacks. */
  readonly webhooks: Webhooks;
  /** @internal Calls `listener` with each card number that a caller enters. The returned function removes the listener. */
  followCards(listener: (number: string) => void): () => void;
  /** Cancels the requests to servers of the user that are not finished. The sandbox sends no more of them. */
  close(): Promise<void>;
}

/** `.invalid` is a reserved top-level domain (RFC 2606), so the host never resolves. */
const HOST = 'sandbox.invalid';

/** A sandbox whose recording has been read. `createSandbox` also accepts the name of a file. */
export function newSandbox({
  seed = 1,
  from,
  now = (from && startOf(from)) ?? '2025-06-02T09:00:00Z',
  empty = from !== undefined,
  token,
  signing_key,
  signature_prefix,
  warn = () => {},
}: SandboxOptions = {}): Sandbox {
  assertSeed(seed, 'createSandbox');
  const signing = { key: signing_key, prefix: signature_prefix };
  checkSigning(signing);
  const start = { seed, now, empty, from, token, signing, warn };
  const { simulator, state, notes } = newSimulator(start);
  const checkAccess = accessWith(state.project, state.token);
  const transportWith = (isTrial: boolean): Transport => ({
    async send(request, { injected } = {}) {
      const access = { checkAccess, isTrial, ...(injected && { injected }) };
      const response = simulator.audio(request) ?? (await simulator.send(request, applyInProcess, access));
      // A server leaves out the body of the response to HEAD by itself.
      return request.method === 'HEAD' ? { ...response, body: new Uint8Array() } : response;
    },
  });
  const transport = transportWith(false);
  const credentials = { project: state.project, token: state.token, host: HOST };
  let current = seed;
  return {
    credentials,
    transport,
    trial: transportWith(true),
    control: {
      // Loaded with the first request, because its schemas load slowly.
      send: async (request) =>
        (await import('./control/api/serve-control.js')).serveControl(
          {
            served: { project: state.project, token: state.token, simulator, checkAccess },
            projects: undefined,
            // Code in this process has the sandbox.
            refusal: () => undefined,
          },
          request,
        ),
    },
    client: () => new RestClient({ ...credentials, transport }),
    listen: (port = 0, options = {}) =>
      serveSandbox(simulator, {
        ...{ port, token, ...options },
        // A separate project starts as this sandbox does, with its own options in place of these.
        start: (chosen) => newSimulator({ ...start, ...chosenIn(chosen) }).simulator,
        shared: { seed, host: HOST },
      }),
    ring: (number, options = {}) => simulator.ring(number, options),
    cast: (cast, options = {}) => simulator.cast(cast, options),
    calls: () => simulator.calls(),
    story: (id) => simulator.story(id),
    get seed() {
      return current;
    },
    isSample: !empty && from === undefined,
    get signing_key() {
      return signingKey(simulator.state);
    },
    clock: state.clock,
    notes,
    get inbox() {
      return simulator.inbox();
    },
    get callbacks() {
      return simulator.callbacks();
    },
    settled: () => simulator.settled(),
    run: (seconds) => simulator.run(seconds),
    get in_flight() {
      return simulator.inFlight();
    },
    nextEventAt: () => simulator.nextEventAt(),
    faults: simulator.faults,
    get journal() {
      return simulator.journalEntries();
    },
    snapshot: () => simulator.snapshot(),
    restore: (snapshot) => simulator.restore(snapshot),
    verify: (expected, options) => simulator.verify(expected, options),
    reset({ seed: other, ownNumbers = false } = {}) {
      if (other !== undefined || ownNumbers) {
        if (other !== undefined) assertSeed(other, 'sandbox.reset');
        current = other ?? current;
        const first = newSimulator({ ...start, seed: current }).simulator.snapshot();
        simulator.startFrom(ownNumbers ? withOwnNumbers(first, current) : first);
      }
      simulator.reset();
    },
    journalRecords: () => simulator.journalRecords(),
    loadJournal: (records) => simulator.loadJournal(records),
    webhooks: simulator.webhooks,
    followCards: (listener) => state.cards.follow(listener),
    close: () => simulator.webhooks.close(),
  };
}

function assertSeed(seed: number, caller: string): void {
  if (!Number.isSafeInteger(seed)) throw new TypeError(`${caller}: seed must be a whole number, not ${seed}`);
}

const chosenIn = ({ fork: _, empty, ...chosen }: Parameters<StartProject>[0]) => ({
  ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)),
  // The recording of the server is in place of the sample account.
  ...(empty !== undefined && { empty, from: undefined }),
});
