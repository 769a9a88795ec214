import type { WireRequest } from '../../http/index.js';
import { json } from '../access/page-response.js';
import type { RunningClock } from '../contract.js';
// Type-only cycle: the inspector passes its state to the routes.
import type { InspectorState } from '../page-server.js';
import { askControl } from './control.js';

/** A browser slows the timers of a hidden page to one a minute. After more time, no page is open. */
const MAX_SILENCE_MS = 150_000;

/** Lets the simulated clock of a sandbox follow the real one, while a page is open. All pages share it. */
export class ClockRun {
  readonly #now: () => number;
  /** The real time until which the clock was advanced. */
  #reachedMs: number | undefined;
  #askedMs = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get isRunning(): boolean {
    return this.#reachedMs !== undefined && this.#now() - this.#askedMs <= MAX_SILENCE_MS;
  }

  start(): void {
    if (this.isRunning) return;
    this.#askedMs = this.#now();
    this.#reachedMs = this.#askedMs;
  }

  stop(): void {
    this.#reachedMs = undefined;
  }

  /** The whole seconds that passed since the last call, whichever page asks. */
  due(): number {
    const { isRunning } = this;
    this.#askedMs = this.#now();
    if (!isRunning || this.#reachedMs === undefined) return 0;
    const seconds = Math.max(0, Math.floor((this.#askedMs - this.#reachedMs) / 1_000));
    this.#reachedMs += seconds * 1_000;
    return seconds;
  }
}

type Ports = Pick<InspectorState, 'clockRun' | 'server' | 'authorization' | 'secrets' | 'changed'>;

/** Starts or stops the run, or lets the time pass that is due. A page that only reads does not keep the run alive. */
export async function runClock(ports: Ports, request: WireRequest) {
  const { clockRun, changed } = ports;
  const word = Buffer.from(request.body ?? '').toString('utf8');
  if (word === 'start') clockRun.start();
  const seconds = request.method === 'POST' ? clockRun.due() : 0;
  if (word === 'stop') clockRun.stop();
  if (word === 'start' || word === 'stop') changed();
  const { url, headers } = request;
  const asked: WireRequest =
    seconds > 0
      ? { method: 'POST', url, headers, body: JSON.stringify({ advance_seconds: seconds }) }
      : { method: 'GET', url, headers };
  const answer = await askControl('clock', asked, ports);
  if (answer.status !== 200 || !(answer.body instanceof Uint8Array)) {
    clockRun.stop();
    return answer;
  }
  const { now } = JSON.parse(Buffer.from(answer.body).toString('utf8'));
  return json(200, { isRunning: clockRun.isRunning, now } satisfies RunningClock);
}
