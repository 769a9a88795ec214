import { GatewayError } from './gateway-error.js';

/** Limits how many servers run at the same time, in total and per service. */
export class Slots {
  readonly #most: { readonly total: number; readonly service: number };
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(most: { total: number; service: number }) {
    this.#most = most;
  }

  /** Takes a slot and returns a function that releases it. */
  take(service: string): () => void {
    const taken = this.#taken.get(service) ?? 0;
    if (this.#total >= this.#most.total)
      throw new GatewayError('busy', 'the gateway runs the maximum number of sessions');
    if (taken >= this.#most.service) throw new GatewayError('busy', `${service} runs the maximum number of sessions`);
    this.#total++;
    this.#taken.set(service, taken + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#total--;
      this.#taken.set(service, (this.#taken.get(service) ?? 1) - 1);
    };
  }
}
