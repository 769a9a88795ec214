import { fetchDocument } from '../ring/fetch-document.js';
import type { State } from '../state/state.js';
import { pendingDownloads, receiveText } from '../subjects/datasphere/document.js';
import type { WebhookSender } from './webhooks.js';

/** Fetches texts for datasphere documents in the background. A slow server delays only its own texts. */
export class DocumentFetcher {
  /** Keyed by state, so that a restored state requests again what its snapshot was waiting for. */
  readonly #started = new WeakMap<State, Set<string>>();
  readonly #running = new Set<Promise<void>>();
  readonly #webhooks: WebhookSender;

  constructor(webhooks: WebhookSender) {
    this.#webhooks = webhooks;
  }

  fetch(state: State): void {
    const pending = pendingDownloads(state);
    if (pending.size === 0) return;
    const started = this.#started.get(state) ?? new Set();
    this.#started.set(state, started);
    for (const { id, url } of pending) {
      if (started.has(id)) continue;
      started.add(id);
      const received = textAt(url, this.#webhooks).then((text) => {
        pending.delete(id);
        started.delete(id);
        receiveText(state, id, text, state.clock.now().toISOString());
        this.#running.delete(received);
      });
      this.#running.add(received);
    }
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

/** Accepts only plain text. PDF and HTML are not parsed. */
async function textAt(url: string, webhooks: WebhookSender): Promise<string | null> {
  const { text, type, problem } = await fetchDocument(
    'datasphere document',
    { url, method: 'GET', encoding: 'json', payload: {} },
    webhooks,
  );
  const isText = type === '' || (/^(text\/|application\/(json|yaml|xml))/i.test(type) && !/^text\/html/i.test(type));
  return problem === null && isText && !text.includes('\0') ? text : null;
}
