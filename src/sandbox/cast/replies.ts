import { z } from 'zod';
import { TransportFault, type WireRequest, type WireResponse } from '../../http/index.js';
import { isPlain, jsonOf, parseBoundedYaml, UsageError } from '../../util/index.js';

const LIMITS = {
  what: 'The file of replies',
  characters: 2 ** 20,
  tokens: 100_000,
  depth: 50,
  advice: 'Split it.',
};

export const Reply = z.strictObject({
  /** A URL, or a path of the folder. `*` matches any text. */
  url: z
    .string()
    .refine(
      (url) => url !== '' && URL.canParse(url, 'https://folder.invalid/'),
      'must be a URL, or a path of the folder',
    ),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  /** Fields of the form, the query or the JSON of the request. */
  when: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  status: z.int().min(200).max(599).default(200),
  headers: z.record(z.string(), z.string()).default({}),
  /** The body: a value that is sent as JSON, or a text such as a document. */
  json: z.unknown().optional(),
  text: z.string().optional(),
  /** No response: the server cannot be reached, or takes too long. */
  fault: z.enum(['refused', 'timeout']).optional(),
  /** The number of requests that it answers. Default: all. */
  times: z.int().min(1).optional(),
});
const File = z.strictObject({ replies: z.array(Reply) });
export type Reply = z.infer<typeof Reply>;
/** The names of the fields of a reply. */
export const REPLY_FIELDS: readonly string[] = Object.keys(Reply.shape);

/** What servers answer, by the URL and the fields of the request. The first reply that fits is used. */
export class Replies {
  /** The number of requests that each reply answered in this call. */
  readonly #answered = new Map<Reply, number>();
  readonly #used = new Set<Reply>();
  /** The replies that answer before the others in this call, by position. */
  #first: readonly number[] = [];
  /** The replies that fit a request of this call which another one answered. */
  readonly #others = new Set<Reply>();

  constructor(
    readonly replies: readonly Reply[],
    readonly base: string,
  ) {}

  /** Whether there is a reply to requests to a URL, whatever their fields are. */
  reaches(url: string): boolean {
    return this.replies.some((reply) => isFor(reply, url, this.base));
  }

  /** The response to a request. Undefined without a reply that fits. */
  answer(request: WireRequest): WireResponse | undefined {
    const first = this.#first.flatMap((position) => this.replies[position] ?? []);
    const [reply, ...others] = [...first, ...this.replies.filter((one) => !first.includes(one))].filter(
      (one) => this.#isLeft(one) && fits(one, request, this.base),
    );
    if (!reply) return undefined;
    for (const one of others) this.#others.add(one);
    this.#answered.set(reply, (this.#answered.get(reply) ?? 0) + 1);
    this.#used.add(reply);
    const { fault, status, headers, json, text = '' } = reply;
    if (fault !== undefined) throw new TransportFault(fault, `${fault}, as replies.yaml says`);
    const type = json !== undefined ? 'application/json' : /^\s*</.test(text) ? 'application/xml' : 'text/plain';
    const body = Buffer.from(json === undefined ? text : JSON.stringify(json));
    return { status, headers: { 'content-type': type, ...headers }, body };
  }

  /** The replies that no request got, such as `reply to POST /pay`. */
  unused(): string[] {
    return this.replies
      .filter((one) => !this.#used.has(one))
      .map(({ method, url }) => `reply to ${method === undefined ? '' : `${method} `}${url}`);
  }

  /** Begins another call: a reply with `times` answers again. The replies at `first` answer before the others. */
  restart(first: readonly number[] = []): void {
    this.#answered.clear();
    this.#others.clear();
    this.#first = first;
  }

  /** The replies that answered in this call, and those that could have answered in place of them, by position. */
  inCall(): { readonly answered: readonly number[]; readonly others: readonly number[] } {
    const positions = (isIn: (one: Reply) => boolean) => this.replies.flatMap((one, i) => (isIn(one) ? [i] : []));
    return {
      answered: positions((one) => this.#answered.has(one)),
      others: positions((one) => this.#others.has(one) && !this.#answered.has(one)),
    };
  }

  /** A reply as people name it, such as `reply 2, POST /pay`. */
  nameOf(position: number): string {
    const { method, url } = this.replies[position] ?? {};
    return `reply ${position + 1}, ${method === undefined ? '' : `${method} `}${url}`;
  }

  /** The values of fields that replies expect, such as digits. */
  values(): string[] {
    return this.replies.flatMap(({ when = {} }) => Object.values(when).map(String));
  }

  #isLeft(reply: Reply): boolean {
    return (this.#answered.get(reply) ?? 0) < (reply.times ?? Infinity);
  }
}

/** Reads a file of replies. `base` is the URL of its folder. */
export async function readReplies(text: string, name: string, base: string): Promise<Replies> {
  const document = parseBoundedYaml(await import('yaml'), text, LIMITS, { schema: 'core' });
  const [error] = document.errors;
  if (error) throw new UsageError(`${name} is not YAML: ${error.message}`);
  const read = File.safeParse(document.toJS({ maxAliasCount: 20 }));
  if (read.success) return new Replies(read.data.replies, base);
  const [issue] = read.error.issues;
  throw new UsageError(`${name}: ${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'is not valid'}`);
}

function fits(reply: Reply, request: WireRequest, base: string): boolean {
  if (reply.method !== undefined && reply.method !== request.method) return false;
  if (!isFor(reply, request.url, base)) return false;
  const fields = fieldsOf(request);
  return Object.entries(reply.when ?? {}).every(([name, value]) => String(fields[name]) === String(value));
}

/** Whether a reply is for a URL. Without a query, it is for all queries. */
function isFor({ url }: Reply, asked: string, base: string): boolean {
  const pattern = new URL(url.replaceAll('*', WILD), base).href;
  const known = pattern.includes('?') ? asked : (asked.split('?')[0] ?? asked);
  const parts = pattern.split(WILD);
  if (parts.length === 1) return known === pattern;
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (!known.startsWith(first) || !known.endsWith(last) || known.length < first.length + last.length) return false;
  let index = first.length;
  const end = known.length - last.length;
  for (const part of rest) {
    const found = known.indexOf(part, index);
    if (found === -1 || found + part.length > end) return false;
    index = found + part.length;
  }
  return true;
}
/** Replaces `*` while a URL is parsed. */
const WILD = 'any-text-here';

function fieldsOf({ url, body }: WireRequest): Readonly<Record<string, unknown>> {
  const text = body === undefined ? '' : Buffer.from(body as Uint8Array | string).toString();
  const json = jsonOf(text);
  const form = isPlain(json) ? json : Object.fromEntries(new URLSearchParams(text));
  return { ...Object.fromEntries(new URL(url).searchParams), ...form };
}
