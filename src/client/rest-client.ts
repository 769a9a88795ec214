import { type InspectOptions, inspect } from 'node:util';
import { TransportFault } from '../http/index.js';
import { type Account, type AccountNow, fixedAccount, senderOf } from './account/account.js';
import { failed } from './errors/failure.js';
import type { Client } from './method.js';
import type { CallOptions, Dry, RestClientOptions, Row, Tree } from './public-types.js';
import { checkOptions } from './request/check-options.js';
import { noticesOf, tellOnce } from './request/notices.js';
import { type Planned, planRequest } from './request/plan.js';
import { type Sender, sendPlanned, toWire } from './request/send.js';
import { listing } from './response/listing.js';
import { isRow } from './row.js';
import { absent } from './tables/absent.js';
import { operations } from './tables/index.js';

export interface RestClient extends Client<typeof operations> {}

/** A client of the platform's REST API, with a method for each row of the tables. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor assigns every namespace of the interface.
export class RestClient {
  readonly #options: RestClientOptions;
  readonly #account: Account;
  readonly #call: CallOptions;

  constructor(options: RestClientOptions = {}, account: Account = fixedAccount(options), call: CallOptions = {}) {
    checkOptions(options);
    this.#options = options;
    this.#account = account;
    this.#call = call;
    const notice = tellOnce(account, options.on_notice);
    const { check = true, max_items, page_size } = { ...options, ...call };
    // State that depends on the account, updated when the account changes.
    let of: AccountNow | undefined;
    let where: Parameters<typeof planRequest>[3];
    let sender: Sender;
    const follow = () => {
      const now = account();
      if (now === of) return;
      of = now;
      where = { ...now.credentials, check, page_size };
      sender = senderOf(now, { ...options, ...call });
    };
    const plan = (name: string, row: Row, args: readonly unknown[]) => {
      follow();
      const planned = planRequest(name, row, args, where);
      if (check) noticesOf(planned).forEach(notice);
      return planned;
    };
    const send = (planned: Planned) => sendPlanned(planned, sender);
    const refuse = (planned: Planned, says: string) =>
      failed(planned, sender.secrets, { fault: new TransportFault('not_allowed', says) });
    const caller = (name: string, row: Row) => {
      if (row.gives.kind === 'page') {
        return (...args: unknown[]) => listing(() => plan(name, row, args), send, refuse, max_items);
      }
      return async (...args: unknown[]) => send(plan(name, row, args));
    };
    Object.assign(this, build(operations, caller));
    let dry: Record<string, unknown> | undefined;
    const dryCaller =
      (name: string, row: Row) =>
      (...args: unknown[]) =>
        planOf(plan(name, row, args), sender);
    Object.defineProperty(this, 'dry', { get: () => (dry ??= build(operations, dryCaller)) });
  }

  /** The same tree of operations. Each call returns the request that it would send, with secrets removed. */
  declare readonly dry: Dry<Client<typeof operations>>;

  /** Returns the same client with other options for its calls. */
  with(options: CallOptions): RestClient {
    checkOptions(options, true);
    return new RestClient(this.#options, this.#account, { ...this.#call, ...options });
  }

  /** @internal Shows the space, the project and the namespaces. All operations would fill the screen. */
  [inspect.custom](depth: number, options: InspectOptions): string {
    if (depth < 0) return '[RestClient]';
    const { base, project } = this.#account().credentials;
    const names = Object.keys(this).join(', ');
    const width = Math.max(20, Math.min(options.breakLength ?? 80, 1000) - 6);
    // Break between words, because a terminal would break anywhere.
    const namespaces = { [inspect.custom]: () => names.replace(new RegExp(`(.{1,${width}})(?: |$)`, 'g'), '\n  $1') };
    return `RestClient ${inspect({ space: base, project, namespaces }, options)}`;
  }
}

type Make = (name: string, row: Row) => (...args: unknown[]) => unknown;

function build(tree: Tree, make: Make, prefix = ''): Record<string, unknown> {
  const members = Object.entries(tree).map(([key, node]) => {
    const name = prefix + key;
    return [key, isRow(node) ? named(name, make(name, node)) : Object.freeze(build(node, make, `${name}.`))];
  });
  return refusing(Object.fromEntries(members), prefix);
}

const named = (value: string, call: object) => Object.defineProperty(call, 'name', { value });

/** Adds methods that reject with an explanation for operations that do not exist. They are not enumerable. */
function refusing(members: Record<string, unknown>, prefix: string): Record<string, unknown> {
  for (const [name, instead] of Object.entries(absent)) {
    const key = name.slice(prefix.length);
    if (!name.startsWith(prefix) || key.includes('.') || key in members) continue;
    const refuse = async () => {
      throw new TypeError(`there is no ${name}: ${instead}`);
    };
    Object.defineProperty(members, key, { value: named(name, refuse) });
  }
  return members;
}

function planOf(planned: Planned, sender: Sender) {
  const { operation, method, url, body } = planned;
  const { headers } = toWire(planned, sender);
  return sender.secrets.value({
    operation,
    method,
    url,
    headers: { ...headers, authorization: 'Basic [cut]' },
    ...(body && { body }),
  });
}
