import {
  askJson,
  type FailureKind,
  type JsonAnswer,
  kindOfStatus,
  type Send,
  ServiceFailure,
  secretCutter,
  valueAt,
  type WireRequest,
} from '../../index.js';
import { SERVICE_URLS } from '../services.js';

const TIMEOUT_MS = 30_000;

/** Client for the Google Maps APIs. It removes the API key from error messages. */
export class GoogleMaps {
  readonly #api_key: string;
  readonly #send: Send;
  readonly #secrets;

  constructor(api_key: string, send: Send) {
    this.#api_key = api_key;
    this.#send = send;
    this.#secrets = secretCutter([api_key]);
  }

  /** Returns the body of a Places operation, or undefined if it found nothing. */
  async place(
    operation: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const search = new URLSearchParams({ ...query, key: this.#api_key });
    const url = `${SERVICE_URLS.places}${operation}/json?${search}`;
    const { status: http, body } = await this.#ask({ method: 'GET', url, headers: ACCEPT, ...(signal && { signal }) });
    const status = valueAt(body, 'status');
    if (status === 'OK') return body;
    if (status === 'ZERO_RESULTS' || status === 'NOT_FOUND') return undefined;
    // Places reports its errors with HTTP 200. Any other HTTP status means that the request did not reach Places.
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
    const url = `${SERVICE_URLS.routes}computeRoutes`;
    const request = { method: 'POST', url, headers, body: JSON.stringify(content), ...(signal && { signal }) };
    const { status, body } = await this.#ask(request);
    if (status === 200 && typeof body === 'object' && body !== null) return body;
    const reason = valueAt(body, 'error.message') ?? '';
    throw this.#failure(status === 200 ? 'malformed' : routeFailure(status, body), `routes: ${status} ${reason}`);
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

/** The service reports an invalid key as HTTP 400; only the error details identify it. */
function routeFailure(status: number, body: unknown): FailureKind {
  const isKey = String(valueAt(body, 'error.details[0].reason')).startsWith('API_KEY_');
  return isKey ? 'auth' : kindOfStatus(status);
}
