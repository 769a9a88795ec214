import type { Evaluator } from '../../eval/index.js';
import type { KnownSecrets } from '../../redact/index.js';
import { asText, attempt, isInstance } from '../../util/index.js';
import type { RunOptions } from '../bench.js';
import type { CodeInput } from './input.js';
import { type Job, Jobs } from './jobs.js';
import type { RequestOwner } from './request-owner.js';
import { CommandText, isResult } from './result.js';
import type { SessionMonitor } from './session-monitor.js';

interface Ports {
  readonly evaluator: Evaluator;
  readonly owner: RequestOwner;
  readonly monitor: SessionMonitor;
  readonly secrets: KnownSecrets;
}

export class CodeRunner {
  readonly jobs = new Jobs();
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Returns the value of the code, or a message when the code runs in the background. */
  async run({ kind, code }: CodeInput, options: RunOptions): Promise<unknown> {
    if (kind === 'code') return (await this.#ports.evaluator.run(code, options)).value;
    const { id } = this.#start(code, options);
    // Without an `await`, the code may be busy to its end, and the prompt cannot say so then.
    const busy = /\bawait\b/.test(code) ? '' : ' While its code is busy, the prompt waits, and Ctrl-C stops it.';
    return new CommandText(`[${id}] runs in the background. Type .jobs to list the jobs.${busy}`);
  }

  #start(code: string, options: RunOptions): Job {
    const { evaluator, owner, monitor, secrets } = this.#ports;
    const { input } = monitor;
    return this.jobs.start(
      secrets.input(code),
      (signal) =>
        owner.inJob(signal, async () => (await evaluator.run(code, { ...options, background: signal })).value),
      (job, value) => this.#finish(job, input, value),
    );
  }

  #finish({ id, state, source }: Job, input: number, value: unknown): void {
    const { evaluator, monitor } = this.#ports;
    const hasValue = state === 'done' && value !== undefined;
    if (state === 'done') evaluator.define('_', value);
    if (hasValue && isResult(value)) monitor.numbered.addResult(input, value);
    if (state === 'failed') evaluator.define('_err', value);
    const ending =
      state === 'failed' ? `failed: ${asText(isInstance(value, Error) ? attempt(() => value.message) : value)}` : state;
    monitor.jobEnded(
      `[${id}] ${ending}${hasValue ? `. Its value is in ${isResult(value) && evaluator.isProvided('Out') ? `Out[${input}] and _` : '_'}` : ''} · ${source}`,
      state === 'done' ? { input, state, hasValue } : { input, state: state === 'failed' ? 'failed' : 'stopped' },
    );
  }
}
