import type { HttpExchange } from './logged-transport.js';

/**
 * What a recording lacked, by the call that asked for it. A skill may make an apology or a shorter answer of it; whoever
 * works offline still has to hear that it was the recording, not the service.
 */
export class UnspokenMisses {
  readonly #tell: (miss: string) => void;
  readonly #byCall = new Map<number | undefined, Set<string>>();

  constructor(tell: (miss: string) => void) {
    this.#tell = tell;
  }

  add({ call, fault, error = '' }: HttpExchange): void {
    if (fault === 'miss') this.#byCall.set(call, new Set(this.#byCall.get(call)).add(error));
  }

  /** Tells of them once, when all is over; not when its error says it already. */
  speak(call?: number, error?: unknown): void {
    const [first, ...more] = this.#byCall.get(call) ?? [];
    this.#byCall.delete(call);
    if (first === undefined || (error instanceof Error && error.message.includes(first))) return;
    this.#tell(more.length > 0 ? `${first} (and ${more.length} more)` : first);
  }
}
