// The types that programs see. `scripts/print-types` copies this file and the operations into the published
// declarations, which older compilers must be able to read.
import type { Transport } from '../http/index.js';

/** An object whose fields the description of the API does not list. */
export interface Free {
  [field: string]: unknown;
}

/** The fields of an operation that has no documented ones. `with({ extra })` sends others. */
export type NoFields = Record<string, never>;

/** The fields that each list with pages accepts. */
export interface Paging {
  page_number?: number;
  page_size?: number;
  page_token?: string;
}

/** The fields that each list of the compatible API accepts. */
export interface CompatPaging {
  Page?: number;
  PageSize?: number;
  PageToken?: string;
}

/** The links of a page to other pages. */
export interface Links {
  self?: string;
  first?: string;
  prev?: string;
  next?: string;
}

/** The methods of a page. They are not enumerable, so a page prints, compares and serializes as the platform sent it. */
export interface Turn<P> {
  /** Fetches the next page. Returns undefined on the last page. */
  next(): Promise<P | undefined>;
  /** Fetches the previous page. Returns undefined on the first page. */
  previous(): Promise<P | undefined>;
}

/** One page of a list. */
export interface Page<T> extends Turn<Page<T>> {
  data: T[];
  links: Links;
}

/** A page of the compatible API. Its items are in a field with the name of the resource, such as `calls`. */
export type CompatPage<Key extends string, T> = { [K in Key]: T[] } & Turn<CompatPage<Key, T>> & {
    uri: string;
    first_page_uri: string;
    next_page_uri: string | null;
    previous_page_uri: string | null;
    page: number;
    page_size: number;
  };

/** A list that the platform returns as a whole. */
export interface WholeList<T> {
  data: T[];
}

/** The result of a list operation: `await` returns the first page, `for await` the items of all pages. */
export interface Listing<Page, Item> extends ApiPromise<Page>, AsyncIterable<Item> {}

/** The result of an operation: `await` returns the value. */
export interface ApiPromise<T> extends Promise<T> {
  /** Returns the value together with the response. It does not send the request again. */
  with_response(): Promise<Responded<T>>;
}

/** A value and the response that contained it. */
export interface Responded<T> {
  readonly value: T;
  readonly status: number;
  /** Names are lower case. The values of `set-cookie` and of secrets are replaced. */
  readonly headers: Readonly<Record<string, string>>;
  readonly request_id: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

/** How a request ended, for `on_response`. It contains no secret. */
export interface ResponseEvent {
  /** The operation as typed: `queues.get`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly request_id: string | undefined;
  readonly attempts: number;
  readonly duration_ms: number;
  /** The error that the call throws. */
  readonly error?: Error;
}

/** The request that a call would send. */
export interface Plan {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The operations of a client. Each method returns the request that it would send, and sends nothing. */
export type Dry<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => unknown ? (...args: A) => Plan : Dry<T[K]>;
};

export interface CallOptions {
  /** Cancels the call when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit for each attempt, in milliseconds. The default is 30,000. */
  readonly timeout_ms?: number | undefined;
  /** The maximum number of retries after the first attempt. The default is 2. */
  readonly retries?: number | undefined;
  /** `false` sends fields without validating them, and does not omit null. */
  readonly check?: boolean | undefined;
  /** The maximum number of items when you iterate over a list with `for await`. */
  readonly max_items?: number | undefined;
  /** The page size of lists if the call does not set one. */
  readonly page_size?: number | undefined;
  /** Fields that the types do not declare, sent with those of each call. An operation without fields rejects them. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Called before each call, with what `dry` shows: without secrets. It is not called again for a retry. An error that it
   * throws stops the call.
   */
  readonly on_request?: ((request: Plan) => void) | undefined;
  /** Called after each call and its retries, also after a failed one. An error that it throws rejects the call. */
  readonly on_response?: ((response: ResponseEvent) => void) | undefined;
}

export interface RestClientOptions extends Omit<CallOptions, 'signal' | 'extra'> {
  /** The project id. The default is `PLATFORM_PROJECT_ID`. */
  readonly project?: string | undefined;
  /** The API token. The default is `PLATFORM_API_TOKEN`. */
  readonly token?: string | undefined;
  /** The host name of the space. The default is `PLATFORM_SPACE`. `http://` works for loopback only. */
  readonly host?: string | undefined;
  /** Answers requests instead of the network, for example a sandbox or a recording. */
  readonly transport?: Transport | undefined;
  /** The proxy for connections that leave this machine. The default is `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. */
  readonly proxy?: string | undefined;
  /** Certificates to trust in addition to the default ones, as PEM. `NODE_EXTRA_CA_CERTS` also works. */
  readonly ca?: string | undefined;
  /** Text to append to the `User-Agent` header. */
  readonly user_agent?: string | undefined;
  /** Called once for each unknown field, each likely typo, and each deprecated operation or value. */
  readonly on_notice?: ((text: string) => void) | undefined;
}

/** A request that your server received, for `verify_signature`. */
export interface IncomingRequest {
  /** The whole URL, as you configured it at the platform. Behind a proxy, your server sees another one. */
  readonly url: string;
  /** The headers of `node:http`, or the `Headers` of `fetch`. */
  readonly headers:
    | Iterable<readonly [string, string]>
    | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body, before it is parsed. */
  readonly body?: string | Uint8Array;
}

/** One error from the platform, independent of the format of the response body. */
export interface FieldError {
  readonly message: string;
  readonly code?: string;
  /** The field that the error is about. */
  readonly attribute?: string;
  readonly url?: string;
}

/** The details of a failed request. */
export interface RequestFailure {
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  /**
   * The platform's error code. Without a response, it is `timeout`, `aborted`, `reset`, `refused`, `too_large`,
   * `not_allowed` or `miss`. With an unreadable response, it is `undecodable`.
   */
  readonly code: string | undefined;
  readonly errors: readonly FieldError[];
  /** The operation as typed: `queues.get`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly request_id: string | undefined;
  /** The `Retry-After` header, in seconds. */
  readonly retry_after: number | undefined;
  readonly attempts: number;
}
