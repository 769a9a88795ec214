/** The part of the declarations that does not come from rows: the names that `src/client/index.ts` exports. */
export const HEAD = `/** Fields that are not written down pass through untouched. */
export interface Free {
  [field: string]: unknown;
}

export interface Links {
  self?: string;
  first?: string;
  prev?: string;
  next?: string;
}

export interface Page<T> {
  data: T[];
  links: Links;
  [field: string]: unknown;
}

/** A page of the compatible API: the items stand under the name of their kind. */
export type CompatPage<Key extends string, T> = { [K in Key]: T[] } & {
  uri: string;
  first_page_uri: string;
  next_page_uri: string | null;
  previous_page_uri: string | null;
  page: number;
  page_size: number;
  [field: string]: unknown;
};

/** A list that comes whole. */
export interface WholeList<T> {
  data: T[];
  [field: string]: unknown;
}

/** A list: \`await\` gives the first page as sent, \`for await\` walks the items of all pages. */
export interface Listing<Page, Item> extends Promise<Page>, AsyncIterable<Item> {}

/** The request a call would send, without sending it. */
export interface Plan {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The same tree, each call giving its plan. */
export type Dry<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => unknown ? (...args: A) => Plan : Dry<T[K]>;
};

export interface CallOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** The time limit of each attempt. */
  readonly timeout_ms?: number;
  /** The maximum number of further attempts. */
  readonly retries?: number;
  /** \`false\` sends fields without validation. */
  readonly check?: boolean;
  /** The maximum number of items of an iteration over all pages. */
  readonly max_items?: number;
  /** The page size of lists that do not set one. */
  readonly page_size?: number;
}

export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Sends requests: to the network, a sandbox or a recording. */
export interface Transport {
  send(request: WireRequest): Promise<WireResponse>;
  close?(): Promise<void>;
}

export interface RestClientOptions extends Omit<CallOptions, 'signal'> {
  /** The project id. The default is \`PLATFORM_PROJECT_ID\`. */
  readonly project?: string;
  /** The API token. The default is \`PLATFORM_API_TOKEN\`. */
  readonly token?: string;
  /** The host name of the space. The default is \`PLATFORM_SPACE\`. \`http://\` is for loopback only. */
  readonly host?: string;
  /** Replaces the network: a sandbox or a recording. */
  readonly transport?: Transport;
  /** The proxy for requests to other machines. The default is \`HTTPS_PROXY\` and \`NO_PROXY\`. */
  readonly proxy?: string;
  /** Additional certificates to trust, as PEM. \`NODE_EXTRA_CA_CERTS\` works too. */
  readonly ca?: string;
  /** Added to the default user agent. */
  readonly user_agent?: string;
  /** Called once for each likely typo in a field name and for each deprecated operation. */
  readonly on_notice?: (text: string) => void;
}

export interface RestClient extends Platform {}

/** The platform's REST interface. */
export declare class RestClient {
  constructor(options?: RestClientOptions);
  /** The same tree, each call giving the request it would send, secrets cut. */
  readonly dry: Dry<Platform>;
  /** The same client with other options for its calls. */
  with(options: CallOptions): RestClient;
}

/** One complaint of the platform. */
export interface FieldError {
  readonly message: string;
  readonly code?: string;
  readonly attribute?: string;
  readonly url?: string;
}

/** A request that failed. Secrets are cut before it is made. */
export declare class PlatformRestError extends Error {
  readonly name: 'PlatformRestError';
  /** 0 when no answer came. */
  readonly status: number;
  readonly code: string | undefined;
  readonly errors: readonly FieldError[];
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly request_id: string | undefined;
  /** In seconds. */
  readonly retry_after: number | undefined;
  readonly attempts: number;
}

/** What can answer a call to a number: the values of \`call_handler\`. */
export declare const PhoneCallHandler: {
  readonly RELAY_SCRIPT: 'relay_script';
  readonly LAML_WEBHOOKS: 'laml_webhooks';
  readonly LAML_APPLICATION: 'laml_application';
  readonly AI_AGENT: 'ai_agent';
  readonly CALL_FLOW: 'call_flow';
  readonly RELAY_APPLICATION: 'relay_application';
  readonly RELAY_TOPIC: 'relay_topic';
  readonly RELAY_CONTEXT: 'relay_context';
  readonly RELAY_CONNECTOR: 'relay_connector';
  readonly VIDEO_ROOM: 'video_room';
  readonly DIALOGFLOW: 'dialogflow';
};
export type PhoneCallHandler = (typeof PhoneCallHandler)[keyof typeof PhoneCallHandler];

/** One field of a request or an answer, as plain data. */
export interface AnyField {
  readonly kind: 'str' | 'num' | 'int' | 'bool' | 'null' | 'none' | 'oneOf' | 'list' | 'obj' | 'either' | 'page';
  readonly doc?: string;
  readonly name?: string;
  readonly values?: readonly (string | number | boolean)[];
  readonly open?: boolean;
  readonly of?: readonly AnyField[];
  readonly needs?: Fields;
  readonly takes?: Fields;
  readonly envelope?: 'links' | 'compat' | 'none';
  readonly limits?: { readonly min?: number; readonly max?: number; readonly default?: unknown; readonly deprecated?: Readonly<Record<string, string>> };
}
export type Fields = { readonly [name: string]: AnyField };

/** One operation, as plain data. */
export interface Row {
  readonly route: string;
  readonly help: string;
  readonly origin: 'stated' | 'documented' | 'assumed';
  readonly ok: number;
  readonly lead: readonly string[];
  readonly needs: Fields;
  readonly takes: Fields;
  readonly free: boolean;
  readonly variants?: readonly AnyField[];
  readonly fixed?: Readonly<Record<string, string>>;
  readonly wire?: Readonly<Record<string, string>>;
  readonly params?: boolean;
  readonly companions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly encoding?: 'form';
  readonly spends?: boolean;
  readonly deprecated?: string;
  readonly gives: AnyField;
}
export type Tree = { readonly [name: string]: Row | Tree };

/** Every operation, walkable. */
export declare const operations: Tree;
`;
