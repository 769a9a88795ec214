import {
  type CassetteDocument,
  exchangeNumbers,
  type RecordedBody,
  textOf,
  type WebhookEntry,
} from '../../cassette/index.js';
import { TransportFault, type WireRequest, type WireResponse } from '../../http/index.js';
import type { StandIn } from '../../sandbox/index.js';
import { counted, formPairs, isPlain } from '../../util/index.js';
import { bodyValue } from '../links/links.js';
import { type Difference, differences, UUID, withoutIds } from './compare.js';
import type { Substitution } from './substitute.js';

/** A request of the sandbox to a server of the user, or a recorded one that the sandbox did not send. */
export interface ReplayedWebhook {
  /** The number in `cassette show`. For `added` and `new`: that of the exchange that the replay had reached. */
  readonly exchange: number;
  /** The purpose, such as `calling.call.state` or `call document`. */
  readonly event: string;
  readonly method: string;
  /** Without the query. */
  readonly url: string;
  /**
   * `missing`: recorded, but not sent now. `added`: not recorded, although the recording has later webhooks of the server.
   * `new`: not recorded either, but the recording may have ended before.
   */
  readonly outcome: 'same' | 'different' | 'missing' | 'added' | 'new';
  /** The recorded status of the server, or the reason why it gave none. */
  readonly status: number | string | undefined;
  readonly differences: readonly Difference[];
}

interface Recorded {
  readonly index: number;
  readonly entry: WebhookEntry;
  readonly url: URL;
  readonly content: Content;
  readonly ids: readonly string[];
}

type Content = ReturnType<typeof contentOf>;

interface Options {
  readonly compare: boolean;
  onWebhook(webhook: ReplayedWebhook): void;
}

/** The servers of the user as a recording shows them. They answer as they did. Other servers are not contacted. */
export class RecordedServers implements StandIn {
  readonly isRecording = true;
  readonly #left = new Map<number, Recorded>();
  /** The webhooks that are left, by event and address. */
  readonly #byTarget = new Map<string, Recorded[]>();
  /** The number of webhooks that are left. */
  readonly #ofOrigin = new Map<string, number>();
  /** The last position that came. */
  readonly #last = new Map<string, number>();
  readonly #unreached = new Set<string>();
  readonly #numbers: readonly number[];
  readonly #substitution: Substitution;
  readonly #options: Options;
  readonly webhooks: ReplayedWebhook[] = [];
  /** The index of the entry that the replay has reached. */
  position = 0;

  constructor(documents: readonly CassetteDocument[], substitution: Substitution, options: Options) {
    this.#numbers = exchangeNumbers(documents);
    this.#substitution = substitution;
    this.#options = options;
    for (const [index, entry] of documents.entries()) {
      if (!isWebhook(entry)) continue;
      const { method, body } = entry.request;
      const url = new URL(entry.request.url);
      const content = contentOf(url, method, body);
      const recorded = { index, entry, url, content, ids: JSON.stringify(content).match(UUID) ?? [] };
      const target = targetOf(entry.event, url, content);
      this.#left.set(index, recorded);
      const ofTarget = this.#byTarget.get(target);
      if (ofTarget) ofTarget.push(recorded);
      else this.#byTarget.set(target, [recorded]);
      this.#ofOrigin.set(url.origin, (this.#ofOrigin.get(url.origin) ?? 0) + 1);
    }
  }

  get isEmpty(): boolean {
    return this.#ofOrigin.size === 0;
  }

  /** Notes on the parts that were not replayed. */
  notes(isSandbox: boolean): string[] {
    if (!isSandbox && !this.isEmpty)
      return [`${counted(this.#left.size, 'recorded webhook')} cannot be compared: only a sandbox shows its webhooks`];
    return unreachedNotes([...this.#unreached]);
  }

  reaches(url: string): boolean {
    if (!URL.canParse(url)) return false;
    const { origin, pathname } = new URL(url);
    const isRecorded = this.#ofOrigin.has(origin);
    if (!isRecorded) this.#unreached.add(origin + pathname);
    return isRecorded;
  }

  /** Whether waiting for a webhook ends: it came, or a later one with the same purpose. */
  hasPassed(index: number): boolean {
    const waiting = this.#left.get(index);
    return !waiting || (this.#last.get(targetOf(waiting.entry.event, waiting.url, waiting.content)) ?? -1) > index;
  }

  async answer(event: string, request: WireRequest): Promise<WireResponse> {
    const { method, body } = request;
    const url = new URL(request.url);
    const sent = contentOf(url, method, body === undefined ? undefined : { text: `${body}` });
    const found = this.#mostSimilar(targetOf(event, url, sent), sent);
    if (!found) {
      const outcome = (this.#ofOrigin.get(url.origin) ?? 0) > 0 ? 'added' : 'new';
      this.#report({ event, method, outcome, index: this.position, status: undefined, differences: [] }, url);
      throw new TransportFault('miss', 'the recording does not have this webhook');
    }
    const { index, entry, content } = found.recorded;
    this.#remove(found.recorded);
    this.#substitution.learnSame(content, sent, true);
    const changed = this.#options.compare ? found.changed : [];
    const outcome = changed.length > 0 ? 'different' : 'same';
    this.#report({ event, method, outcome, index, status: statusOf(entry), differences: changed }, url);
    return this.#answerOf(entry);
  }

  /** Reports the recorded webhooks that the sandbox did not send. */
  finish(): void {
    for (const { index, entry, url } of this.#left.values()) {
      const { event, request } = entry;
      const one = { event, method: request.method, index, status: statusOf(entry), differences: [] };
      this.#report({ ...one, outcome: 'missing' }, url);
    }
  }

  /** The recorded webhook that is most like a new one: with the same known ids, and with the fewest differences. */
  #mostSimilar(target: string, sent: Content) {
    const text = JSON.stringify(sent);
    const all = (this.#byTarget.get(target) ?? []).slice(0, MAX_CANDIDATES);
    const ofSameIds = all.filter(({ ids }) => this.#substitution.hasSameIds(ids, text));
    let best: { readonly recorded: Recorded; readonly changed: readonly Difference[] } | undefined;
    for (const recorded of ofSameIds.length > 0 ? ofSameIds : all) {
      const changed = differences({ status: 0, body: recorded.content }, { status: 0, body: sent }, (one) =>
        this.#substitution.text(one),
      );
      if (!best || changed.length < best.changed.length) best = { recorded, changed };
      if (changed.length === 0) break;
    }
    return best;
  }

  #remove(recorded: Recorded): void {
    const { index, entry, url, content } = recorded;
    const target = targetOf(entry.event, url, content);
    this.#left.delete(index);
    const ofTarget = this.#byTarget.get(target) ?? [];
    ofTarget.splice(ofTarget.indexOf(recorded), 1);
    this.#ofOrigin.set(url.origin, (this.#ofOrigin.get(url.origin) ?? 0) - 1);
    this.#last.set(target, Math.max(index, this.#last.get(target) ?? -1));
  }

  #report(
    { index, ...webhook }: Omit<ReplayedWebhook, 'exchange' | 'url'> & { readonly index: number },
    url: URL,
  ): void {
    const one = { exchange: this.#numbers[index] ?? 0, ...webhook, url: url.origin + url.pathname };
    this.webhooks.push(one);
    this.#options.onWebhook(one);
  }

  #answerOf({ response, fault, unanswered }: WebhookEntry): WireResponse {
    if (unanswered) throw new TransportFault('miss', 'the recording does not have the response of the server');
    if (!response || fault) throw new TransportFault(fault ?? 'reset', `recorded fault: ${fault ?? 'reset'}`);
    const { status, headers = {}, body } = response;
    const bytes = body && 'base64' in body ? Buffer.from(body.base64, 'base64') : undefined;
    return { status, headers, body: bytes ?? Buffer.from(this.#substitution.text(textOf(body), MIN_LENGTH)) };
  }
}

/** Webhooks of one purpose come nearly in order. */
const MAX_CANDIDATES = 200;
/** A shorter id can be a part of a document by coincidence. */
const MIN_LENGTH = 8;

export const isWebhook = (document: CassetteDocument): document is WebhookEntry => document.kind === 'webhook';

/** The event with its state, and the address without ids: the same in the recording and now. */
/** An attacker's recording can have thousands. */
const MAX_NAMED = 5;

function unreachedNotes(urls: readonly string[]): string[] {
  const left = urls.length - MAX_NAMED;
  return [
    ...urls.slice(0, MAX_NAMED).map((url) => `${url} is not in the recording: the sandbox sent no webhooks to it`),
    ...(left > 0 ? [`the same for ${left.toLocaleString('en')} more addresses`] : []),
  ];
}

const targetOf = (event: string, { origin, pathname }: URL, content: Content): string =>
  `${event} ${event.includes('.') ? stateIn(content) : ''} ${withoutIds(origin + pathname)}`;

const STATE = /^(?:event_type|(?:call_|message_)?(?:state|status)|\w+Status|StatusCallbackEvent)$/;

/** Events of a call share one name, such as `calling.call.state`. Their states tell them apart. */
function stateIn({ query, body }: Content): string {
  const fields = isPlain(body) ? { ...body, ...(isPlain(body.params) ? body.params : {}) } : query;
  return Object.entries(fields)
    .flatMap(([name, value]) => (STATE.test(name) && typeof value === 'string' ? [value] : []))
    .join(' ');
}

const statusOf = ({ response, fault }: WebhookEntry) => fault ?? response?.status;

/** The parts of a webhook that are compared. */
const contentOf = ({ search }: URL, method: string, body: RecordedBody | undefined) => ({
  method,
  query: Object.fromEntries(formPairs(search) ?? []),
  body: bodyValue(body) ?? textOf(body),
});
