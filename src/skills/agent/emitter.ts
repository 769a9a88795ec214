export type Listener<Event> = (event: Event) => void;

/** Calls listeners. An error of a listener is reported and does not affect the code that emits the event. */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>();

  constructor(private readonly failed: (event: keyof Events, error: unknown) => void) {}

  on<K extends keyof Events>(event: K, listener: Listener<Events[K]>): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener as Listener<never>));
    return () => void listeners.delete(listener as Listener<never>);
  }

  emit<K extends keyof Events>(event: K, value: Events[K]): void {
    for (const listener of this.#listeners.get(event) ?? []) void this.#call(event, listener, value);
  }

  /** A listener may be asynchronous. */
  async #call<K extends keyof Events>(event: K, listener: Listener<never>, value: Events[K]): Promise<void> {
    try {
      await (listener as Listener<Events[K]>)(value);
    } catch (error) {
      this.failed(event, error);
    }
  }
}
