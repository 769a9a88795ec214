import type { CassetteDocument, WebhookEntry } from '../../cassette/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { formPairs, isPlain } from '../../util/index.js';
import { bodyValue } from '../links/links.js';
import { isWebhook, type RecordedServers } from './recorded-servers.js';

const MAX_EVENTS = 10_000;
const HOUR_MS = 3_600_000;

/** Waits on the clock of the sandbox for the webhooks of a recording, and rings for calls from outside. */
export class WebhookWait {
  readonly #sandbox: Sandbox;
  readonly #servers: RecordedServers;
  readonly #documents: readonly CassetteDocument[];
  readonly #lastRequest: number;
  readonly #rung = new Set<string>();
  /** Calls that could not be made again. */
  readonly notes: string[] = [];

  constructor(sandbox: Sandbox, servers: RecordedServers, documents: readonly CassetteDocument[]) {
    this.#sandbox = sandbox;
    this.#servers = servers;
    this.#documents = documents;
    this.#lastRequest = documents.findLastIndex(({ kind }) => kind === 'http');
  }

  async until(index: number, entry: WebhookEntry): Promise<void> {
    const { clock } = this.#sandbox;
    await this.#sandbox.settled();
    if (!this.#servers.hasPassed(index)) await this.#ring(entry);
    // If requests follow, waiting for a webhook that never comes must not end their calls.
    const latest = index > this.#lastRequest ? Number.POSITIVE_INFINITY : clock.now().getTime() + HOUR_MS;
    for (let events = 0; events < MAX_EVENTS && !this.#servers.hasPassed(index); events++) {
      const next = this.#sandbox.nextEventAt();
      if (next === undefined || Date.parse(next) > latest) return;
      if (Date.parse(next) > clock.now().getTime()) clock.set(next);
      await this.#sandbox.settled();
    }
  }

  /** A recording shows a call from outside only by the requests for its documents. */
  async #ring(entry: WebhookEntry): Promise<void> {
    const { id, direction, from, to } = callOf(entry);
    if (entry.event !== 'call document' || direction !== 'inbound' || this.#rung.has(id)) return;
    this.#rung.add(id);
    const own = this.#documents.filter(isWebhook).map(callOf);
    const digits = own.flatMap((one) => (one.id === id && one.digits !== '' ? [one.digits] : []));
    try {
      await this.#sandbox.ring(to, { from, digits });
    } catch (error) {
      this.notes.push(`the call from ${from} to ${to} was not made again: ${(error as Error).message}`);
    }
    await this.#sandbox.settled();
  }
}

/** The call of a webhook, whose fields are in JSON or in a form. */
function callOf({ request }: WebhookEntry) {
  const body = bodyValue(request.body) ?? Object.fromEntries(formPairs(new URL(request.url).search) ?? []);
  const fields = isPlain(body) ? body : {};
  const call = isPlain(fields.call) ? fields.call : {};
  const text = (...values: readonly unknown[]) => String(values.find((one) => typeof one === 'string') ?? '');
  return {
    id: text(call.call_id, fields.CallSid),
    direction: text(call.direction, fields.Direction),
    from: text(call.from, fields.From),
    to: text(call.to, fields.To),
    digits: text(fields.Digits),
  };
}
