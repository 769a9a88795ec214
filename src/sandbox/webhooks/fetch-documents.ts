import { withoutQuery } from '../outbound/outbound-request.js';
import type { State } from '../state/state.js';
import { pendingDownloads, type Received, receiveText } from '../subjects/datasphere/document.js';
import { fetchDocument } from './fetch-document.js';
import type { WebhookSender } from './webhook-sender.js';

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
      const running = textAt(url, this.#webhooks).then((received) => {
        pending.delete(id);
        started.delete(id);
        receiveText(state, id, received, state.clock.now().toISOString());
        this.#running.delete(running);
      });
      this.#running.add(running);
    }
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

/** Accepts only plain text. PDF and HTML are not parsed. */
async function textAt(url: string, webhooks: WebhookSender): Promise<Received> {
  const exchange = await fetchDocument(
    'datasphere document',
    { url, method: 'GET', encoding: 'json', payload: {} },
    webhooks,
  );
  const { text, type, problem } = exchange;
  // The journal keeps no queries, because they can contain keys.
  if (problem !== null)
    return { problem: [exchange.url, url].reduce((line, long) => line.replaceAll(long, withoutQuery(long)), problem) };
  const isText = type === '' || (/^(text\/|application\/(json|yaml|xml))/i.test(type) && !/^text\/html/i.test(type));
  if (!isText) return { problem: `the type ${type.slice(0, 100)} is not plain text` };
  return text.includes('\0') ? { problem: 'the response is not plain text: it contains null bytes' } : { text };
}
