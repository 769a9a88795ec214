import { z } from 'zod';
import { jsonOf } from '../../../util/index.js';
import { requestOf } from '../draft-request.js';
import type { FoundRequest, Importer, ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';

const Pair = z.object({ key: z.string().nullish(), value: z.unknown().optional(), disabled: z.boolean().nullish() });
const Sent = z.object({
  method: z.string().nullish(),
  url: z.union([z.string(), z.object({ raw: z.string().nullish() })]).nullish(),
  header: z.union([z.array(Pair), z.string()]).nullish(),
  body: z
    .object({ raw: z.string().nullish(), urlencoded: z.array(Pair).nullish(), formdata: z.array(Pair).nullish() })
    .nullish(),
});
const Saved = z.object({
  code: z.number().nullish(),
  body: z.string().nullish(),
  header: z.array(Pair).nullish(),
  originalRequest: Sent.nullish(),
});
const Item = z.object({
  name: z.string().nullish(),
  item: z.array(z.unknown()).nullish(),
  request: z.union([Sent, z.string()]).nullish(),
  response: z.array(z.unknown()).nullish(),
});
const Collection = z.object({
  info: z.object({ name: z.string().nullish() }),
  item: z.array(z.unknown()),
  variable: z.array(Pair).nullish(),
});

/** Reads a collection of Postman, with its folders and saved responses. */
export const postman: Importer = {
  name: 'postman',
  title: 'a Postman collection',
  isStructured: true,
  summary: 'Postman collections, with their saved responses',
  accepts: (text) => /^\s*\{/.test(text) && /"(?:_postman_id|schema)"/.test(text.slice(0, 4000)) && isCollection(text),
  read(text, file): ReadInput {
    const { data } = Collection.safeParse(jsonOf(text));
    const reader = new CollectionReader(file, data?.variable ?? []);
    for (const one of data?.item ?? []) reader.item(one, 0);
    return { requests: reader.requests, problems: reader.problems, credentials: reader.credentials.values };
  },
};

const isCollection = (text: string) => Collection.safeParse(jsonOf(text)).success;
const MAX_DEPTH = 20;

class CollectionReader {
  readonly requests: FoundRequest[] = [];
  readonly problems: string[] = [];
  readonly credentials = new LeftOutCredentials();
  readonly #file: string;
  readonly #variables: ReadonlyMap<string, string>;

  constructor(file: string, variables: readonly z.infer<typeof Pair>[]) {
    this.#file = file;
    this.#variables = new Map(variables.map(({ key, value }) => [key ?? '', String(value ?? '')]));
  }

  item(value: unknown, depth: number): void {
    const read = Item.safeParse(value);
    if (!read.success || depth > MAX_DEPTH) {
      this.problems.push(`${this.#file} has an item that is not a request or a folder`);
      return;
    }
    const { name, item, request, response } = read.data;
    for (const one of item ?? []) this.item(one, depth + 1);
    if (!request) return;
    const own = typeof request === 'string' ? { method: 'GET', url: request } : request;
    const saved = (response ?? []).flatMap((one) => Saved.safeParse(one).data ?? []);
    const place = `${this.#file}, ${name ?? 'a request'}`;
    for (const one of saved.length > 0 ? saved : [undefined]) this.#add(place, one?.originalRequest ?? own, one);
  }

  #add(place: string, sent: z.infer<typeof Sent>, saved: z.infer<typeof Saved> | undefined): void {
    const { method, url, header, body } = sent;
    const fields = body?.urlencoded ?? body?.formdata;
    const form = fields
      ?.filter(({ disabled }) => !disabled)
      .map(({ key, value }): [string, string] => [key ?? '', String(value ?? '')]);
    for (const { key, value } of Array.isArray(header) ? header : [])
      this.credentials.header(key ?? '', String(value ?? ''));
    const type = (Array.isArray(header) ? header : []).find(({ key }) => /^content-type$/i.test(key ?? ''))?.value;
    const request = requestOf(
      {
        place,
        method: method ?? 'GET',
        address: this.#filled((typeof url === 'string' ? url : url?.raw) ?? ''),
        type: typeof type === 'string' && body?.raw ? type : undefined,
        sent: form ? `${new URLSearchParams(form)}` : this.#filled(body?.raw ?? ''),
        status: saved?.code ?? undefined,
        received: saved?.body ?? undefined,
        headers: Object.fromEntries(
          (saved?.header ?? []).map(({ key, value }) => [(key ?? '').toLowerCase(), String(value ?? '')]),
        ),
      },
      this.credentials,
    );
    if (request) this.requests.push(request);
    else this.problems.push(`${place} has no URL`);
  }

  readonly #filled = (text: string): string =>
    text.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (all, name: string) => this.#variables.get(name) ?? all);
}
