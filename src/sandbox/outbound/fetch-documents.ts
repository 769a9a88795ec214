import { fetchDocument } from '../ring/index.js';
import type { State } from '../state/state.js';
import { takeText } from '../subjects/datasphere/document.js';
import { allWanted } from './pending-documents.js';

/** Fetches texts for datasphere documents from servers on this machine, one at a time and in the background. */
export class TextFetch {
  /** Keyed by state, so that a restored state requests again what its snapshot was waiting for. */
  readonly #asked = new WeakMap<State, Set<string>>();
  #last: Promise<void> = Promise.resolve();

  /** Starts the requests that have not been started yet. */
  fetch(state: State): void {
    const wanted = allWanted(state);
    if (wanted.size === 0) return;
    const asked = this.#asked.get(state) ?? new Set();
    this.#asked.set(state, asked);
    for (const { id, url } of wanted) {
      if (asked.has(id)) continue;
      asked.add(id);
      this.#last = this.#last.then(async () => {
        const text = await textAt(url);
        wanted.delete(id);
        asked.delete(id);
        takeText(state, id, text, state.clock.now().toISOString());
      });
    }
  }

  /** Resolves when all requests have finished or failed. */
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
