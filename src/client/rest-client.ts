import { liveTransport, type Transport } from '../http/index.js';
import { secretCutter } from '../redact/index.js';
import { credentialsFrom } from './credentials.js';
import { listing } from './listing.js';
import type { Client, Dry } from './method.js';
import { type Planned, planRequest } from './plan.js';
import { isRow, type Row, type Tree } from './row.js';
import { type CallOptions, type Sender, sendPlanned, toWire } from './send.js';
import { operations } from './tables/index.js';

export interface RestClientOptions extends Omit<CallOptions, 'signal'> {
  /** Else `PLATFORM_PROJECT_ID`. */
  readonly project?: string;
  /** Else `PLATFORM_API_TOKEN`. */
  readonly token?: string;
  /** The space's host name, else `PLATFORM_SPACE`. `http://` for loopback only. */
  readonly host?: string;
  /** What answers, in place of the network: a sandbox, a recording. */
  readonly transport?: Transport;
  /** Told once of each slip in a field name and of deprecated operations. */
  readonly on_notice?: (text: string) => void;
}

export interface RestClient extends Client<typeof operations> {}

/** The platform's REST interface: a method for each row of the tables. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor assigns every namespace of the interface.
export class RestClient {
  readonly #options: RestClientOptions;
  readonly #call: CallOptions;

  constructor(options: RestClientOptions = {}, call: CallOptions = {}) {
    const { project, token, base } = credentialsFrom(options, process.env);
    const basic = Buffer.from(`${project}:${token}`).toString('base64');
    let live: Transport | undefined;
    const sender: Sender = {
      transport: () => options.transport ?? (live ??= liveTransport()),
      headers: { authorization: `Basic ${basic}`, accept: 'application/json', 'user-agent': 'patchbay' },
      secrets: secretCutter([token, basic]),
      options: { ...options, ...call },
    };
    // One connection pool for this client and every client that `with` makes of it.
    this.#options = {
      ...options,
      project,
      token,
      host: base,
      transport: { send: async (request) => (await sender.transport()).send(request) },
    };
    this.#call = call;
    const plan = (name: string, row: Row, args: readonly unknown[]) =>
      planRequest(name, row, args, { base, project, check: sender.options.check !== false });
    const notice = options.on_notice ?? warnOnce;

    Object.assign(
      this,
      build(operations, (name, row) => {
        const send = (planned: Planned) => sendPlanned(planned, sender);
        if (row.gives.kind === 'page')
          return (...args: unknown[]) => listing(() => noticed(plan(name, row, args), notice), send);
        return async (...args: unknown[]) => send(noticed(plan(name, row, args), notice));
      }),
    );
    const dry = () =>
      build(
        operations,
        (name, row) =>
          (...args: unknown[]) =>
            planOf(plan(name, row, args), sender),
      );
    let made: ReturnType<typeof dry> | undefined;
    Object.defineProperty(this, 'dry', { get: () => (made ??= dry()) });
  }

  /** The same tree, each call giving the request it would send, secrets cut. */
  declare readonly dry: Dry<Client<typeof operations>>;

  /** The same client with other options for its calls. */
  with(options: CallOptions): RestClient {
    return new RestClient(this.#options, { ...this.#call, ...options });
  }
}

type Make = (name: string, row: Row) => (...args: unknown[]) => unknown;

function build(tree: Tree, make: Make, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => {
      const name = prefix + key;
      return [
        key,
        isRow(node)
          ? Object.defineProperty(make(name, node), 'name', { value: name })
          : Object.freeze(build(node, make, `${name}.`)),
      ];
    }),
  );
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

function noticed(planned: Planned, notice: (text: string) => void): Planned {
  for (const slip of planned.slips) notice(`${planned.operation}: ${slip}`);
  if (planned.row.deprecated) notice(`${planned.operation} is deprecated: ${planned.row.deprecated}`);
  return planned;
}

const warned = new Set<string>();
function warnOnce(text: string): void {
  if (warned.has(text)) return;
  warned.add(text);
  process.emitWarning(text, 'PatchbayNotice');
}
