import { SeenIds } from '../../assist/index.js';
import { matchRoute } from '../../client/index.js';
import type { WireRequest, WireResponse } from '../../http/index.js';
import type { KnownSecrets } from '../../redact/index.js';
import type { Webhook } from '../../sandbox/index.js';
import { jsonOf } from '../../util/index.js';
import { Activity } from './activity.js';
import type { Input } from './input.js';
import { NumberedResults } from './limits/numbered.js';
import { bodyBytes, fieldsOf, rawExchange } from './raw-exchange.js';
import { shownUrl } from './request-credentials.js';
import type { RequestOwner } from './request-owner.js';
import { type Exchange, type JobEnd, type LogLimits, SessionLog } from './session-log.js';

/** A longer response is not parsed for ids. */
const MAX_RESPONSE_BYTES = 512 * 1024;

/** Keeps the log of a session, the pending requests, and the ids in responses. */
export class SessionMonitor {
  /** The variables `In` and `Out`. */
  readonly numbered = new NumberedResults();
  readonly log: SessionLog;
  readonly activity = new Activity();
  readonly seen = new SeenIds();
  /** The notices of clients in the current input. An input that repeats a mistake gets its notice again. */
  readonly reported = new Set<string>();
  readonly #owner: RequestOwner;
  readonly #secrets: KnownSecrets;
  #input = 0;
  #isLookup = false;

  constructor(owner: RequestOwner, secrets: KnownSecrets, limits?: LogLimits) {
    this.log = new SessionLog(limits, (input) => this.numbered.release(input));
    this.#owner = owner;
    this.#secrets = secrets;
  }

  get input(): number {
    return this.#input;
  }

  /** Logs a new input and returns its number. The requests of a command are look-ups. */
  begin(source: string, kind: Input['kind']): number {
    this.#input += 1;
    this.#isLookup = kind === 'command';
    this.activity.reset();
    this.reported.clear();
    this.#log(source, kind === 'shell');
    return this.#input;
  }

  /** Logs the source of the current input. */
  #log(source: string, isOfShell = false): void {
    const redacted = this.#secrets.input(source);
    this.numbered.addInput(this.#input, redacted);
    this.log.append({
      kind: 'input',
      input: this.#input,
      source: redacted,
      ...(isOfShell && { isOfShell: true }),
    });
  }

  /**
   * Notes that the current command runs code of the user, so that its requests are not look-ups. Code that the user has
   * edited replaces the command.
   */
  runsCode(edited?: string): void {
    this.#isLookup = false;
    if (edited !== undefined) this.#log(edited);
  }

  logExchange = (exchange: Exchange): void => {
    const isLookup = this.#isLookup && !this.#owner.isJob;
    this.log.append({ kind: 'http', ...this.#origin(), exchange, ...(isLookup && { isLookup }) });
  };

  logWebhook = ({ event, request, response, fault, ms }: Webhook, at?: string): void =>
    this.log.append({
      kind: 'webhook',
      purpose: this.#secrets.text(event),
      exchange: {
        method: request.method,
        url: this.#secrets.text(shownUrl(request.url)),
        raw: rawExchange({ request, response, fault, secrets: this.#secrets, credentials: [] }),
        ms,
        bytes: bodyBytes(request, response),
        ...(at !== undefined && { at }),
        ...(response && { status: response.status }),
        ...(fault && { fault: fault.kind }),
      },
    });

  /** Logs a notice of the given input. The default is the latest input, or no input in a background job. */
  notify = (text: string, origin: { readonly input?: number } = this.#origin()): void =>
    this.log.append({ kind: 'notice', ...origin, text: this.#secrets.text(text) });

  jobEnded = (text: string, job: JobEnd): void =>
    this.log.append({ kind: 'notice', text: this.#secrets.text(text), job });

  /** The requests of a background job are not activity of the current input. */
  requestStarted = (request: WireRequest): (() => void) =>
    this.#owner.isJob ? () => {} : this.activity.begin(request);

  /** Stores the ids and names in a response of the platform, so that completion can suggest them. */
  responseReceived = ({ method, url, body }: WireRequest, response: WireResponse): void => {
    if (response.status > 299 || response.body.length > MAX_RESPONSE_BYTES) return;
    const match = matchRoute(method, new URL(url).pathname, fieldsOf(body));
    if (match) this.seen.learn(match.row, jsonOf(Buffer.from(response.body).toString()));
  };

  #origin(): { readonly input?: number } {
    return this.#owner.isJob ? {} : { input: this.#input };
  }
}
