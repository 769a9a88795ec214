import { TransportFault } from '../http/index.js';
import { type Account, AccountSession, senderOf } from './account/account.js';
import { failed } from './errors/failure.js';
import type { Field, PageField } from './field.js';
import type {
  ApiPromise,
  CallOptions,
  CompatPaging,
  Dry,
  Links,
  Listing,
  NoFields,
  Paging,
  RestClientOptions,
} from './public-types.js';
import { checkOptions } from './request/check-options.js';
import { type Planned, planRequest } from './request/plan.js';
import { planOf, type Sender, sendPlanned } from './request/send.js';
import { apiPromise } from './response/api-promise.js';
import { listing } from './response/listing.js';
import { isRow, type OperationRow } from './row.js';
import type { AnyField, Row, Tree } from './row-types.js';
import { absent } from './tables/absent.js';
import { operations } from './tables/index.js';

export interface RestClient extends Client<typeof operations> {
  /** The same tree of operations. Each call returns the request that it would send, with secrets removed. */
  readonly dry: Dry<Client<typeof operations>>;
  /** Returns the same client with other options for its calls. */
  with(options: CallOptions): RestClient;
}

export interface RestClientClass {
  new (options?: RestClientOptions, account?: Account, call?: CallOptions, session?: AccountSession): RestClient;
  readonly prototype: RestClient;
}

/** The account of a client from its options, and where its notices go. */
interface Edges {
  accountOf(options: RestClientOptions): Account;
  warn(text: string): void;
}

const INSPECT = Symbol.for('nodejs.util.inspect.custom');
type Inspect = (value: unknown, options: object) => string;

/** Creates the class of clients, which differ only in how they reach the platform. */
export function restClientClass({ accountOf, warn }: Edges): RestClientClass {
  // biome-ignore lint/correctness/noUnusedVariables: it merges with the class.
  interface RestClient extends Client<typeof operations> {}

  /** A client of the platform's REST API, with a method for each row of the tables. */
  // biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor assigns every namespace of the interface.
  class RestClient {
    readonly #options: RestClientOptions;
    readonly #call: CallOptions;
    readonly #session: AccountSession;
    #target: Target | undefined;
    #dry: Record<string, unknown> | undefined;

    constructor(
      options: RestClientOptions = {},
      account: Account = accountOf(options),
      call: CallOptions = {},
      session = new AccountSession(account, options.on_notice ?? warn),
    ) {
      checkOptions(options);
      this.#options = options;
      this.#call = call;
      this.#session = session;
      Object.assign(
        this,
        build(
          operations,
          (name, row) => this.#method(name, row),
          async (message) => refuseNow(message),
        ),
      );
      const planner: Make =
        (name, row) =>
        (...args) =>
          planOf(this.#plan(name, row, args), this.#targetNow.sender);
      Object.defineProperty(this, 'dry', { get: () => (this.#dry ??= build(operations, planner, refuseNow)) });
    }

    /** The same tree of operations. Each call returns the request that it would send, with secrets removed. */
    declare readonly dry: Dry<Client<typeof operations>>;

    /** Returns the same client with other options for its calls. */
    with(options: CallOptions): RestClient {
      checkOptions(options, true);
      return new RestClient(this.#options, this.#session.account, { ...this.#call, ...options }, this.#session);
    }

    #method(name: string, row: Row): (...args: unknown[]) => unknown {
      const send = (planned: Planned) => sendPlanned(planned, this.#targetNow.sender);
      if (row.gives.kind !== 'page') return (...args) => apiPromise((async () => send(this.#plan(name, row, args)))());
      const refuse = (planned: Planned, reason: string) =>
        failed(planned, this.#targetNow.sender.secrets, { fault: new TransportFault('not_allowed', reason) });
      const { max_items } = { ...this.#options, ...this.#call };
      const rows = row.gives.name ?? 'data';
      return (...args) => listing(() => this.#plan(name, row, args), send, refuse, rows, max_items);
    }

    #plan(name: string, row: Row, args: readonly unknown[]): Planned {
      const { where } = this.#targetNow;
      const planned = planRequest(name, row, args, where);
      if (where.check) this.#session.noticeCall(planned);
      return planned;
    }

    /** Where requests go now. It is created again when the account changes. */
    get #targetNow(): Target {
      const { identity } = this.#session;
      if (this.#target?.identity === identity) return this.#target;
      const options = { ...this.#options, ...this.#call };
      const { check = true, page_size } = options;
      const where = { ...identity.credentials, check, page_size, extra: this.#call.extra };
      this.#target = { identity, where, sender: senderOf(identity, options) };
      return this.#target;
    }

    /** @internal Shows the space, the project and the namespaces. All operations would fill the screen. */
    [INSPECT](depth: number, options: { readonly breakLength?: number }, inspect?: Inspect): string {
      if (depth < 0 || !inspect) return '[RestClient]';
      const { base, project } = this.#session.identity.credentials;
      const names = Object.keys(this).join(', ');
      const width = Math.max(20, Math.min(options.breakLength ?? 80, 1000) - 6);
      // Break between words, because a terminal would break anywhere.
      const namespaces = { [INSPECT]: () => names.replace(new RegExp(`(.{1,${width}})(?: |$)`, 'g'), '\n  $1') };
      // Node.js writes a space between the name of the property and the line break.
      return `RestClient ${inspect({ space: base, project, namespaces }, options).replaceAll(': \n', ':\n')}`;
    }
  }

  // A bundler renames the class, because the constant of the entry point has the same name.
  return Object.defineProperty(RestClient, 'name', { value: 'RestClient' });
}

interface Target {
  readonly identity: AccountSession['identity'];
  readonly where: Parameters<typeof planRequest>[3];
  readonly sender: Sender;
}

type Make = (name: string, row: Row) => (...args: unknown[]) => unknown;
type Refuse = (message: string) => unknown;

const refuseNow: Refuse = (message) => {
  throw new TypeError(message);
};

function build(tree: Tree, make: Make, refuse: Refuse, prefix = ''): Record<string, unknown> {
  const members = Object.entries(tree).map(([key, node]) => {
    const name = prefix + key;
    return [key, isRow(node) ? named(name, make(name, node)) : Object.freeze(build(node, make, refuse, `${name}.`))];
  });
  return refusing(Object.fromEntries(members), refuse, prefix);
}

const named = (value: string, call: object) => Object.defineProperty(call, 'name', { value });

/** Adds methods that fail with an explanation for operations that do not exist. They are not enumerable. */
function refusing(members: Record<string, unknown>, refuse: Refuse, prefix: string): Record<string, unknown> {
  for (const [name, instead] of Object.entries(absent)) {
    const key = name.slice(prefix.length);
    if (!name.startsWith(prefix) || key.includes('.') || key in members) continue;
    const absentMethod = () => refuse(`${name} does not exist: ${instead}`);
    Object.defineProperty(members, key, { value: named(name, absentMethod) });
  }
  return members;
}

// Every element has a label: in TypeScript 5.0, one element without a label renames all of them to args_0, args_1, …
type Args<A extends readonly unknown[], I, G> = [I] extends [null]
  ? A
  : Record<never, never> extends I
    ? [...path: A, fields?: Omittable<I & PagingOf<G>>]
    : [...path: A, fields: Omittable<I & PagingOf<G>>];
/** The fields of a call. `null` and `undefined` omit an optional one. */
type Omittable<I> = I extends unknown
  ? [keyof I] extends [never]
    ? NoFields
    : { [K in keyof I]: Record<never, never> extends Pick<I, K> ? I[K] | null | undefined : I[K] }
  : never;
/** Every list with pages accepts these fields, even if the description of its operation does not list them. */
type PagingOf<G> =
  G extends PageField<infer P, unknown>
    ? P extends { links: Links }
      ? Paging
      : P extends { next_page_uri: unknown }
        ? CompatPaging
        : unknown
    : unknown;
type Answer<G> =
  G extends PageField<infer P, infer Item> ? Listing<P, Item> : G extends Field<infer O> ? ApiPromise<O> : never;

export type Client<T> = {
  readonly [K in keyof T]: T[K] extends OperationRow<infer A, infer I, infer G extends AnyField>
    ? (...args: Args<A extends readonly unknown[] ? A : never, I, G>) => Answer<G>
    : Client<T[K]>;
};
