import { fetchDocument } from '../ring/fetch-document.js';
import type { State } from '../state/state.js';
import { pendingDownloads, receiveText } from '../subjects/datasphere/document.js';

/** Fetches texts for datasphere documents from servers on this machine, one at a time and in the background. */
export class DocumentFetcher {
  /** Keyed by state, so that a restored state requests again what its snapshot was waiting for. */
  readonly #started = new WeakMap<State, Set<string>>();
  #last: Promise<void> = Promise.resolve();

  fetch(state: State): void {
    const pending = pendingDownloads(state);
    if (pending.size === 0) return;
    const started = this.#started.get(state) ?? new Set();
    this.#started.set(state, started);
    for (const { id, url } of pending) {
      if (started.has(id)) continue;
      started.add(id);
      this.#last = this.#last.then(async () => {
        const text = await textAt(url);
        pending.delete(id);
        started.delete(id);
        receiveText(state, id, text, state.clock.now().toISOString());
      });
    }
  }

  async settled(): Promise<void> {
    let last: Promise<void>;
    do await (last = this.#last);
    while (last !== this.#last);
  }
}

/** Accepts only plain text. PDF and HTML are not parsed. */
async function textAt(url: string): Promise<string | null> {
  const { text, type, problem } = await fetchDocument({ url, method: 'GET', encoding: 'json', payload: {} });
  const isText = type === '' || (/^(text\/|application\/(json|yaml|xml))/i.test(type) && !/^text\/html/i.test(type));
  return problem === null && isText && !text.includes('\0') ? text : null;
}
