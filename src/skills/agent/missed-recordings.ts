import type { HttpExchange } from './logged-transport.js';

/**
 * Collects requests that a recording lacks, by tool call. A skill may turn such an error into an apology or a shorter
 * answer, but the user must still learn that the recording, not the service, is the cause.
 */
export class MissReports {
  readonly #notify: (miss: string) => void;
  readonly #byCall = new Map<number | undefined, Set<string>>();

  constructor(notify: (miss: string) => void) {
    this.#notify = notify;
  }

  add({ call, fault, error = '' }: HttpExchange): void {
    if (fault === 'miss') this.#byCall.set(call, new Set(this.#byCall.get(call)).add(error));
  }

  /** Reports the misses of a call once, at its end, unless its error already contains them. */
  report(call?: number, error?: unknown): void {
    const [first, ...more] = this.#byCall.get(call) ?? [];
    this.#byCall.delete(call);
    if (first === undefined || (error instanceof Error && error.message.includes(first))) return;
    this.#notify(more.length > 0 ? `${first} (and ${more.length} more)` : first);
  }
}
