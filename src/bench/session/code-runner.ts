import type { Evaluator } from '../../eval/index.js';
import type { KnownSecrets } from '../../redact/index.js';
import { asText, attempt, isInstance } from '../../util/index.js';
import type { RunOptions } from '../bench.js';
import type { CodeInput } from './input.js';
import { type Job, Jobs } from './jobs.js';
import type { RequestOwner } from './request-owner.js';
import { CommandText } from './result.js';
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
    return new CommandText(`[${id}] runs in the background. Type .jobs to list the jobs.`);
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
    if (state === 'failed') evaluator.define('_err', value);
    const ending =
      state === 'failed' ? `failed: ${asText(isInstance(value, Error) ? attempt(() => value.message) : value)}` : state;
    monitor.jobEnded(
      `[${id}] ${ending}${hasValue ? '. Its value is in _' : ''} · ${source}`,
      state === 'done' ? { input, state, hasValue } : { input, state: state === 'failed' ? 'failed' : 'stopped' },
    );
  }
}
