import { fetchDocument } from '../ring/index.js';
import type { State } from '../state/state.js';
import { takeText } from '../subjects/datasphere/document.js';
import { allWanted } from './pending-documents.js';

/** Fetches the texts of documents from servers on this machine, one after the other, while requests go on. */
export class TextFetch {
  /** A restored state asks anew for what its snapshot was still waiting for. */
  readonly #asked = new WeakMap<State, Set<string>>();
  #last: Promise<void> = Promise.resolve();

  /** Fetches what was not asked for yet. */
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

  /** When all that was asked for has come, or has not. */
  async settled(): Promise<void> {
    let last: Promise<void>;
    do await (last = this.#last);
    while (last !== this.#last);
  }
}

/** Plain text of any kind. Nothing here reads PDF or takes HTML apart. */
async function textAt(url: string): Promise<string | null> {
  const { text, type, problem } = await fetchDocument({ url, method: 'GET', encoding: 'json', payload: {} });
  const isText = type === '' || (/^(text\/|application\/(json|yaml|xml))/i.test(type) && !/^text\/html/i.test(type));
  return problem === null && isText && !text.includes('\0') ? text : null;
}
