import type { WireRequest } from '../../../http/index.js';
import { secretCutter } from '../../../redact/index.js';
import { valueAt } from '../../data-map/template.js';
import { askJson, type JsonAnswer, type Send } from '../../lib/ask-json.js';
import { type FailureKind, kindOfStatus, ServiceFailure } from '../../lib/service-failure.js';

const TIMEOUT_MS = 30_000;

/** Asks the map service with one key. The key is in no message of what fails. */
export class GoogleMaps {
  readonly #api_key: string;
  readonly #send: Send;
  readonly #secrets;

  constructor(api_key: string, send: Send) {
    this.#api_key = api_key;
    this.#send = send;
    this.#secrets = secretCutter([api_key]);
  }

  /** The answer of a place operation, or nothing when it found nothing. */
  async place(
    operation: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const search = new URLSearchParams({ ...query, key: this.#api_key });
    const url = `https://maps.googleapis.com/maps/api/place/${operation}/json?${search}`;
    const { status: http, body } = await this.#ask({ method: 'GET', url, headers: ACCEPT, ...(signal && { signal }) });
    const status = valueAt(body, 'status');
    if (status === 'OK') return body;
    if (status === 'ZERO_RESULTS' || status === 'NOT_FOUND') return undefined;
    // These answers come with HTTP 200; another status means that they never got so far.
    const kind = PLACE_FAILURES[String(status)] ?? (http === 200 ? 'malformed' : kindOfStatus(http));
    throw this.#failure(kind, `${operation}: ${http} ${status ?? ''} ${valueAt(body, 'error_message') ?? ''}`);
  }

  async routes(content: unknown, fields: string, signal: AbortSignal | undefined): Promise<unknown> {
    const headers = {
      ...ACCEPT,
      'content-type': 'application/json',
      'x-goog-api-key': this.#api_key,
      'x-goog-fieldmask': fields,
    };
    const url = 'https://routes.googleapis.com/directions/v2:computeRoutes';
    const request = { method: 'POST', url, headers, body: JSON.stringify(content), ...(signal && { signal }) };
    const { status, body } = await this.#ask(request);
    if (status === 200 && typeof body === 'object' && body !== null) return body;
    const told = String(valueAt(body, 'error.message') ?? '');
    throw this.#failure(status === 200 ? 'malformed' : routeFailure(status, body), `routes: ${status} ${told}`);
  }

  async #ask(request: WireRequest): Promise<JsonAnswer> {
    try {
      return await askJson(this.#send, request, TIMEOUT_MS);
    } catch (error) {
      throw error instanceof ServiceFailure ? this.#failure(error.kind, error.message) : error;
    }
  }

  #failure(kind: FailureKind, message: string): ServiceFailure {
    return new ServiceFailure(kind, this.#secrets.text(message));
  }
}

const ACCEPT = { accept: 'application/json' };

const PLACE_FAILURES: Readonly<Record<string, FailureKind>> = {
  REQUEST_DENIED: 'auth',
  OVER_QUERY_LIMIT: 'quota',
  OVER_DAILY_LIMIT: 'quota',
  INVALID_REQUEST: 'refused',
  UNKNOWN_ERROR: 'unreachable',
};

/** A key that is wrong comes as 400, and only the details tell. */
function routeFailure(status: number, body: unknown): FailureKind {
  const isKey = String(valueAt(body, 'error.details[0].reason')).startsWith('API_KEY_');
  return isKey ? 'auth' : kindOfStatus(status);
}
