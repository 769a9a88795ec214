import type { ClientOptions, Offer } from '../guest-messages.js';

interface Asked {
  readonly path: string;
  readonly args: readonly unknown[];
  readonly holes?: readonly number[];
  readonly options?: ClientOptions;
}

/** The way to the host. */
export interface Door {
  call(asked: Asked, iterate?: boolean): Promise<unknown>;
  next(iterator: number): Promise<unknown>;
  now(asked: Asked): unknown;
}

type Node = Record<string, unknown>;

/** The objects that an offer describes: `platform`, `sandbox` and so on, by name. */
export function tree(offer: Offer, door: Door, options?: ClientOptions): Node {
  const root: Node = {};
  const { name } = offer.client;
  for (const [path, kind] of offer.members) {
    if (options !== undefined && !path.startsWith(`${name}.`)) continue;
    const names = path.split('.');
    const last = names.pop() ?? '';
    let node = root;
    for (const one of names) node = (node[one] ??= {}) as Node;
    const ask = (args: readonly unknown[]) => asked(offer, { path, args, options });
    const get = () => door.now(ask([]));
    const methods = {
      promise: async (...args: unknown[]) => door.call(ask(args)),
      listing: (...args: unknown[]) => listing(door, () => ask(args)),
      now: (...args: unknown[]) => door.now(ask(args)),
      time: (...args: unknown[]) => new Date(String(door.now(ask(args)))),
    };
    if (kind === 'value') Object.defineProperty(node, last, { get, enumerable: true });
    else node[last] = Object.defineProperty(methods[kind], 'name', { value: path.slice(path.indexOf('.') + 1) });
  }
  const client = root[name] as Node | undefined;
  if (client)
    client.with = (more: unknown) =>
      tree(offer, door, [...(options ?? [{}]), sendable(offer, more, 'the options')])[name];
  return root;
}

/** The class of clients that code creates itself. */
export function clientClass(offer: Offer, door: Door) {
  const named = class {
    constructor(options: unknown = {}) {
      Object.assign(this, tree(offer, door, [sendable(offer, options, 'the options')])[offer.client.name]);
    }
  };
  return Object.defineProperty(named, 'name', { value: offer.client.constructor });
}

/** The most arguments that the host accepts. */
const MAX_ARGUMENTS = 16;

interface Called {
  readonly path: string;
  readonly args: readonly unknown[];
  readonly options: ClientOptions | undefined;
}

function asked(offer: Offer, { path, args, options }: Called): Asked {
  if (args.length > MAX_ARGUMENTS) throw new TypeError(`${path} was called with ${args.length} arguments`);
  const holes = args.flatMap((arg, index) => (arg === undefined ? [index] : []));
  return {
    path,
    args: args.map((arg, index) => sendable(offer, arg, `argument ${index + 1} of ${path}`)),
    ...(holes.length > 0 && { holes }),
    ...(options && { options }),
  };
}

/** Data can leave the interpreter. Functions cannot, so a call that needs them fails with the reason. */
function sendable({ subject }: Offer, value: unknown, what: string): unknown {
  JSON.stringify(value, (key, inner: unknown) => {
    if (typeof inner === 'function' || typeof inner === 'symbol' || typeof inner === 'bigint')
      throw new TypeError(`${what}${key && `, ${key},`} is a ${typeof inner}: ${subject} can pass data only`);
    return inner;
  });
  return value;
}

/** A list that is sent when it is awaited, or iterated for all items. */
function listing(door: Door, ask: () => Asked) {
  let first: Promise<unknown> | undefined;
  const page = () => (first ??= Promise.resolve().then(() => door.call(ask())));
  async function* walk() {
    const iterator = (await door.call(ask(), true)) as number;
    for (;;) {
      const { done, value } = (await door.next(iterator)) as IteratorResult<unknown>;
      if (done) return;
      yield value;
    }
  }
  return {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise that is sent on demand.
    then: (done?: (value: unknown) => unknown, failed?: (error: unknown) => unknown) => page().then(done, failed),
    catch: (failed: (error: unknown) => unknown) => page().catch(failed),
    finally: (always: () => void) => page().finally(always),
    [Symbol.asyncIterator]: walk,
  };
}
