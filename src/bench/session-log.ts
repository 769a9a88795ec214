/** What happened in a session, in order. The screen, the history, recordings and exports all read this. */
export type SessionEvent =
  | { readonly kind: 'input'; readonly input: number; readonly source: string }
  | { readonly kind: 'console'; readonly input?: number; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  | { readonly kind: 'http'; readonly input?: number; readonly exchange: Exchange }
  | { readonly kind: 'output'; readonly input: number; readonly value: unknown; readonly ms: number }
  | { readonly kind: 'error'; readonly input: number; readonly error: unknown; readonly ms: number }
  | { readonly kind: 'leave' }
  | { readonly kind: 'notice'; readonly input?: number; readonly text: string };

/** One attempt at one request, as the user may see it: secrets are already cut. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly ms: number;
  /** Absent when no answer came. */
  readonly status?: number;
  readonly fault?: string;
}

export class SessionLog {
  readonly #events: SessionEvent[] = [];
  readonly #listeners = new Set<(event: SessionEvent) => void>();

  append(event: SessionEvent): void {
    this.#events.push(event);
    for (const listener of this.#listeners) listener(event);
  }

  get events(): readonly SessionEvent[] {
    return this.#events;
  }

  /** Calls `listener` for each event from now on; the answer stops it. */
  follow(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
