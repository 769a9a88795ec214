import { z } from 'zod';
import type { RestClient, RestClientOptions } from '../../client/index.js';
import type { MemberKind, Offer } from '../../eval/index.js';
import { exceeded } from '../../util/index.js';
import type { Bench } from '../bench.js';
import { READS_FILES } from './offered-names.js';

const asked = {
  path: z.string().max(200),
  args: z.array(z.unknown()).max(16),
  holes: z.array(z.int().min(0).max(15)).max(16).optional(),
  options: z.array(z.record(z.string(), z.unknown())).max(50).optional(),
};
const guestError = z.object({
  name: z.string(),
  message: z.string(),
  stack: z.string(),
  ref: z.int().optional(),
});

/** The messages of recorded code. The code may send anything. */
export const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('print'), stream: z.enum(['stdout', 'stderr']), text: z.string() }),
  z.object({ kind: z.literal('call'), id: z.int(), iterate: z.boolean().optional(), ...asked }),
  z.object({ kind: z.literal('now'), ...asked }),
  z.object({ kind: z.literal('next'), id: z.int(), iterator: z.int() }),
  z.object({ kind: z.literal('timer'), id: z.int(), ms: z.number().min(0) }),
  z.object({ kind: z.literal('absent'), name: z.string().max(200) }),
  z.object({ kind: z.literal('rejection'), error: guestError }),
  z.object({ kind: z.literal('ended'), error: guestError.optional() }),
]);
export type Message = z.infer<typeof Message>;
type Asked = Pick<Extract<Message, { kind: 'now' }>, 'path' | 'args' | 'holes' | 'options'>;

const Sent = z.strictObject({
  url: z.string().regex(/^https?:/i, 'it can fetch http and https addresses only'),
  method: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])).max(200, 'it can send up to 200 headers'),
  body: z.string().optional(),
});

const MAX_CLIENTS = 100;
const MAX_ITERATORS = 1_000;

const tooMany = (subject: string, unit: string, limit: number) => exceeded(subject, limit, unit, 'Use fewer.');

/** Performs the calls of recorded code: those to the names that it was offered, and no others. */
export class GuestCalls {
  readonly #globals: Bench['globals'];
  readonly #offered: ReadonlyMap<string, MemberKind>;
  readonly #client: string;
  readonly #subject: string;
  readonly #clients = new Map<string, RestClient>();
  readonly #iterators = new Map<number, AsyncIterator<unknown>>();

  constructor(globals: Bench['globals'], { members, client, subject }: Offer) {
    this.#globals = globals;
    this.#offered = new Map(members);
    this.#client = client.name;
    this.#subject = subject;
  }

  /** Returns the result of a member that answers at once. */
  performNow(call: Asked): unknown {
    const kind = this.#offered.get(call.path);
    if (kind === 'promise' || kind === 'listing' || call.path === 'fetch')
      throw new TypeError(`${call.path} returns a promise`);
    return this.perform(call);
  }

  /** Returns the result of a method, or the value of a property. */
  perform(call: Asked): unknown {
    if (call.path === 'fetch') return send(call.args[0]);
    const { owner, member } = this.#find(call);
    if (call.path === 'agent.add_skill' && READS_FILES.includes(String(call.args[0])))
      throw new TypeError(`the skill ${call.args[0]} reads files, and ${this.#subject} has none`);
    if (typeof member !== 'function') return member;
    const holes = new Set(call.holes);
    return Reflect.apply(
      member,
      owner,
      call.args.map((arg, index) => (holes.has(index) ? undefined : arg)),
    );
  }

  /** Starts to iterate a list, and returns the number of the iteration. */
  iterate(call: Asked): number {
    if (this.#iterators.size >= MAX_ITERATORS) throw tooMany(this.#subject, 'iterations', MAX_ITERATORS);
    const list = this.perform(call) as Partial<AsyncIterable<unknown>>;
    const iterator = list[Symbol.asyncIterator]?.();
    if (iterator === undefined) throw new TypeError(`${call.path} returns no list`);
    const id = this.#iterators.size + 1;
    this.#iterators.set(id, iterator);
    return id;
  }

  async next(id: number): Promise<unknown> {
    const { done = false, value } = (await this.#iterators.get(id)?.next()) ?? { done: true, value: undefined };
    return done ? { done } : { done, value };
  }

  #find({ path, options }: Asked): { readonly owner: object; readonly member: unknown } {
    if (!this.#offered.has(path)) throw new TypeError(`${this.#subject} has no ${path}`);
    const [first = '', ...names] = path.split('.');
    const isClient = first === this.#client;
    let owner: object = this.#globals;
    let member: unknown = isClient && options ? this.#clientWith(options) : Reflect.get(this.#globals, first);
    for (const name of names) {
      owner = member as object; // the path is one of our own names
      member = Reflect.get(owner, name);
    }
    return { owner, member };
  }

  #clientWith(options: readonly Readonly<Record<string, unknown>>[]): RestClient {
    const key = JSON.stringify(options);
    const known = this.#clients.get(key);
    if (known) return known;
    if (this.#clients.size >= MAX_CLIENTS) throw tooMany(this.#subject, 'clients', MAX_CLIENTS);
    const [own = {}, ...more] = options;
    // The bench has made both. A client checks its options.
    const platform = this.#globals.platform as RestClient;
    const Client = this.#globals.RestClient as new (options: RestClientOptions) => RestClient;
    const base = Object.keys(own).length > 0 ? new Client(own) : platform;
    const client = more.reduce<RestClient>((one, next) => one.with(next), base);
    this.#clients.set(key, client);
    return client;
  }
}

/** The network layer of this process answers for the hosts that stand for the platform, and refuses all others. */
async function send(given: unknown) {
  const read = Sent.safeParse(given);
  if (!read.success) throw new TypeError(`fetch was refused: ${read.error.issues[0]?.message}`);
  const { url, method, headers, body } = read.data;
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const { status, statusText } = response;
  return { status, statusText, url: response.url, headers: [...response.headers], body: await response.text() };
}
