// The operations as plain data. `scripts/print-types` copies this file into the published declarations too.

/** One field of a request or a response, as plain data. Help, completion, the sandbox and validation read it. */
export interface AnyField {
  readonly kind: 'str' | 'num' | 'int' | 'bool' | 'null' | 'none' | 'oneOf' | 'list' | 'obj' | 'either' | 'page';
  readonly doc?: string;
  /** The name of a shape, or the key of the items of a page. */
  readonly name?: string;
  readonly values?: readonly (string | number | boolean)[];
  /** Whether the server may accept more values than those in `values` or, for an object, more fields. */
  readonly open?: boolean;
  readonly of?: readonly AnyField[];
  readonly needs?: Fields;
  readonly takes?: Fields;
  readonly limits?: Limits;
  /** The language of a field that contains a document. */
  readonly document?: DocumentLanguage;
  /** The language of the document at the address in this field. */
  readonly serves?: DocumentLanguage;
  /** For a page: where the link to the next page is. */
  readonly envelope?: Envelope;
}

/** The language of a document: SWML as an object, SWML that answers a message, or cXML as text. */
export type DocumentLanguage = 'swml' | 'swml for messages' | 'cxml';

export type Fields = { readonly [name: string]: AnyField };

/** `links`: the next page is in `links.next`. `compat`: it is in `next_page_uri`. `none`: there is only one page. */
export type Envelope = 'links' | 'compat' | 'none';

export interface Limits {
  /** The minimum value or, for a string or a list, the minimum length. */
  readonly min?: number;
  readonly max?: number;
  /** The default value on the server. The client does not send it. */
  readonly default?: unknown;
  /** Deprecated values that still work, each with its replacement. */
  readonly deprecated?: Readonly<Record<string, string>>;
}

/** A positional argument of an operation. */
export interface Argument {
  readonly name: string;
  /** Whether the value is the id of a resource, a phone number, or any other text. */
  readonly kind: 'id' | 'number' | 'text';
  readonly doc: string;
  /** For a path parameter: the path of the collection that contains the resource. */
  readonly collection?: string;
}

/** The parsed route of an operation. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with the names of its parameters: `/api/relay/rest/queues/{queue_id}`. */
  readonly path: string;
  /** The text before, between and after the parameters: one more than the number of parameters. */
  readonly literals: readonly string[];
  /** The parameters in order. The client sets `account` to the project id. */
  readonly parameters: readonly Argument[];
}

/** One operation, as plain data. */
export interface Row extends Route {
  /** The method and the path, such as `GET /api/relay/rest/queues/{queue_id}`. */
  readonly route: string;
  /** Another method of the same operation. The client does not use it, but other programs may. */
  readonly also?: 'PATCH';
  readonly help: string;
  /**
   * The source of the method and the path: the platform (`stated`), a public description (`documented`), or neither
   * (`assumed`).
   */
  readonly origin: 'stated' | 'documented' | 'assumed';
  /** The status of a successful response. */
  readonly ok: number;
  /** The positional arguments: the path parameters except `account`, then the arguments in `lead`. */
  readonly args: readonly Argument[];
  /** The names of the positional arguments after the path parameters. */
  readonly lead: readonly string[];
  /** The required fields. */
  readonly needs: Fields;
  /** The optional fields. */
  readonly takes: Fields;
  /** The optional fields that the platform requires. The client sends a request without them. */
  readonly demands?: readonly string[];
  /** Whether the operation accepts an object of fields. */
  readonly free: boolean;
  /** Alternative sets of additional fields. A call uses exactly one of them. */
  readonly variants?: readonly AnyField[];
  /** Fields that the client always sends with these values. The caller does not pass them. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** The names of arguments and fields in the request, if they differ. */
  readonly wire?: Readonly<Record<string, string>>;
  /** Whether the fields are sent inside `params`. */
  readonly params?: boolean;
  /** `{ field: { value: other } }`: if `field` has the value `value`, the field `other` is required. */
  readonly companions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The encoding of the body. The default is JSON. */
  readonly encoding?: 'form';
  /** Whether the operation buys, deletes, dials or sends. Live mode asks for confirmation, and retries are restricted. */
  readonly spends?: boolean;
  /** Why the operation is deprecated, and what to use instead. */
  readonly deprecated?: string;
  /** The type of the response. */
  readonly gives: AnyField;
}

export type Tree = { readonly [name: string]: Row | Tree };
