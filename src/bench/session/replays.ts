import { setImmediate } from 'node:timers/promises';
import { localTarget } from '../../commands/index.js';
import { counted, Mistake } from '../../util/index.js';

/** The words after `.replay` that continue a replay in steps, with their meanings. */
export const STEP_ACTIONS = {
  next: 'send this request, and show the next',
  skip: 'do not send this request, and show the next',
  rest: 'send the rest without stopping',
  stop: 'end the replay',
} as const;

interface ReplayOptions {
  /** Shows the report as JSON. */
  readonly json?: boolean;
  /** A server on this machine, in place of a sandbox. */
  readonly url?: string;
  /** The number of the first exchange to compare. */
  readonly from?: number;
}

interface StartOptions extends ReplayOptions {
  readonly inSteps: boolean;
}

type StepAction = keyof typeof STEP_ACTIONS;

/** The replays of a bench, one at a time. Each has its own sandbox, so the session is not changed. */
export class Replays {
  #current: Replay | undefined;

  /** The file of the replay in progress. */
  get file(): string | undefined {
    return this.#current?.file;
  }

  /** Replays a recording and returns the lines to show: those of the whole replay, or of its first step. */
  async start(file: string, { inSteps, ...options }: StartOptions): Promise<readonly string[]> {
    if (this.#current) throw new Mistake(`end the replay of ${this.#current.file} first: .replay stop`);
    this.#current = new Replay(file, options);
    return this.next(inSteps ? 'next' : 'rest');
  }

  /** Continues the replay to its next step or to its end, and returns the lines to show. */
  async next(action: StepAction): Promise<readonly string[]> {
    const replay = this.#current;
    if (!replay) throw new Mistake('no replay waits for a step. Start one with `.replay FILE --step`');
    try {
      return await replay.next(action);
    } finally {
      if (!replay.isWaiting) this.#current = undefined;
    }
  }

  /** Ends the replay if it is sending. One that waits for a step is kept. */
  interrupt(): void {
    this.#current?.interrupt();
  }

  async close(): Promise<void> {
    if (this.#current?.isWaiting) await this.next('stop');
  }
}

class Replay {
  readonly file: string;
  readonly #interrupted = new AbortController();
  #lines: string[] = [];
  #sent = 0;
  #isInSteps = false;
  #run: Promise<void> | undefined;
  /** Answers the step that waits. */
  #decide: ((action: 'go' | 'skip' | 'stop') => void) | undefined;
  #reachStep = () => {};

  readonly #options: ReplayOptions;

  constructor(file: string, options: ReplayOptions) {
    this.file = file;
    this.#options = options;
  }

  get isWaiting(): boolean {
    return this.#decide !== undefined;
  }

  async next(action: StepAction): Promise<readonly string[]> {
    const step = new Promise<void>((resolve) => {
      this.#reachStep = resolve;
    });
    this.#isInSteps = action !== 'rest';
    const decide = this.#decide;
    this.#decide = undefined;
    decide?.(action === 'skip' || action === 'stop' ? action : 'go');
    this.#run ??= this.#replay();
    await Promise.race([step, this.#run]);
    return this.#lines.splice(0);
  }

  interrupt(): void {
    if (!this.isWaiting) this.#interrupted.abort();
  }

  async #replay(): Promise<void> {
    // Loaded on demand, because the schemas of the file format load slowly.
    const [{ openCassette }, { replay, plannedLines, requestLine, detailLines, webhookLine, summaryLines }] =
      await Promise.all([import('../../cassette/index.js'), import('../../cases/index.js')]);
    const cassette = openCassette(this.file);
    this.#lines.push(...cassette.warnings);
    const { documents } = cassette;
    const { json = false, url, from } = this.#options;
    const target = url === undefined ? undefined : localTarget(url, process.env);
    const { signal } = this.#interrupted;
    let isStopped = false;
    const { notes, ...report } = await replay(cassette, {
      signal,
      ...(target && { target }),
      ...(from !== undefined && { from }),
      beforeRequest: async (request) => {
        // Lets the bench read keys such as Ctrl-C between two requests.
        await setImmediate();
        const decision = this.#isInSteps ? await this.#step(plannedLines(request, documents)) : 'go';
        isStopped = signal.aborted || decision === 'stop';
        return isStopped ? 'stop' : decision;
      },
      onRequest: (request) => {
        if (signal.aborted) return;
        this.#sent += 1;
        if (!json) this.#lines.push(requestLine(request), ...(this.#isInSteps ? detailLines(request) : []));
      },
      onWebhook: (webhook) => void (json || this.#lines.push(webhookLine(webhook))),
    });
    await target?.transport.close?.();
    // The request that an interrupt cancelled has no line.
    const requests = report.requests.slice(0, this.#sent);
    const all = documents.filter(({ kind }) => kind === 'http').length;
    this.#lines.push(
      ...notes.map((note) => `note: ${note}`),
      ...(json ? [JSON.stringify({ notes, ...report, requests }, null, 2)] : summaryLines({ ...report, requests })),
      ...(isStopped || signal.aborted ? [`stopped: ${this.#sent} of ${counted(all, 'request')} sent`] : []),
    );
  }

  /** Shows a request, and waits for the next command. */
  #step(lines: readonly string[]): Promise<'go' | 'skip' | 'stop'> {
    this.#lines.push(...lines, `type .replay ${Object.keys(STEP_ACTIONS).join(' | ')}`);
    return new Promise((resolve) => {
      this.#decide = resolve;
      this.#reachStep();
    });
  }
}
