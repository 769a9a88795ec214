import { isPlain, jsonOf } from '../../../util/index.js';

type Values = Readonly<Record<string, unknown>>;

/** A message as a tool stores it: the names differ, the shape does not. */
export interface SentShape {
  readonly method: string;
  readonly address: string;
  readonly type: string | undefined;
  readonly body: unknown;
}

export interface ReceivedShape {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i;

/** An object with a method and an address. */
export function sentShape(value: unknown): SentShape | undefined {
  if (!isPlain(value) || typeof value.method !== 'string' || !METHOD.test(value.method)) return undefined;
  const address = addressIn(value);
  if (address === undefined) return undefined;
  const type = headersIn(value)['content-type'];
  return { method: value.method, address: withQuery(address, value.qs), type, body: bodyIn(value) };
}

/** An object with a status. */
export function receivedShape(value: unknown): ReceivedShape | undefined {
  if (!isPlain(value)) return undefined;
  const status = [value.statusCode, value.status_code, value.status, value.code, value.httpCode]
    .map((one) => Number(isPlain(one) ? one.code : one))
    .find((one) => one >= 100 && one <= 999);
  return status === undefined
    ? undefined
    : { status, headers: headersIn(value), body: bodyIn(value) ?? quotedBody(value.messages, status) };
}

/** The body of an error in its message: `422 - "{\"errors\":…}"`, or the JSON without quotes. */
function quotedBody(messages: unknown, status: number): string | undefined {
  for (const message of Array.isArray(messages) ? messages : []) {
    const [, text = ''] = typeof message === 'string' ? (/^(\d{3}) - (.+)$/s.exec(message)?.slice(1) ?? []) : [];
    const body = text.startsWith('"') ? jsonOf(text) : text;
    if (typeof body === 'string' && message.startsWith(`${status} `) && isPlain(jsonOf(body))) return body;
  }
  return undefined;
}

function addressIn(value: Values): string | undefined {
  const url = [value.url, value.uri].find((one) => one !== undefined);
  if (typeof url === 'string' && /^https?:\/\//.test(url)) return url;
  if (isPlain(url)) return addressOfParts(url);
  // Charles stores the parts beside the method, and the request below them.
  return typeof value.scheme === 'string' && typeof value.host === 'string' ? addressOfParts(value) : undefined;
}

/** Postman stores a host and a path as lists. */
function addressOfParts({ raw, protocol, scheme, host, port, path, query }: Values): string | undefined {
  if (typeof raw === 'string' && /^https?:\/\//.test(raw)) return raw;
  const name = Array.isArray(host) ? host.join('.') : host;
  if (typeof name !== 'string' || name === '') return undefined;
  const steps = Array.isArray(path) ? `/${path.join('/')}` : typeof path === 'string' ? path : '/';
  const isUsual = port === undefined || port === null || Number(port) === 443 || Number(port) === 80;
  const address = `${String(protocol ?? scheme ?? 'https')}://${name}${isUsual ? '' : `:${String(port)}`}${steps}`;
  return typeof query === 'string' && query !== '' ? `${address}?${query}` : withQuery(address, query);
}

function withQuery(address: string, list: unknown): string {
  const pairs = pairsIn(list);
  return pairs.length === 0 || address.includes('?') ? address : `${address}?${new URLSearchParams(pairs)}`;
}

/** A list of `{ name, value }` or `{ key, value }`. */
const pairsIn = (list: unknown): [string, string][] =>
  Array.isArray(list)
    ? list.flatMap((one): [string, string][] => {
        const name = isPlain(one) ? (one.name ?? one.key) : undefined;
        return typeof name === 'string' && isPlain(one) && one.disabled !== true ? [[name, String(one.value)]] : [];
      })
    : [];

/** Headers are a list of pairs, or an object of texts or lists. */
function headersIn(value: Values): Readonly<Record<string, string>> {
  const found = value.headers ?? (isPlain(value.header) ? value.header.headers : value.header);
  const pairs: [string, unknown][] = isPlain(found) ? Object.entries(found) : pairsIn(found);
  return Object.fromEntries(
    pairs.flatMap(([name, one]): [string, string][] => {
      const text = Array.isArray(one) ? one[0] : one;
      return typeof text === 'string' ? [[name.toLowerCase(), text]] : [];
    }),
  );
}

/** What a tool stores beside the text of a body. A value without these names is the body itself. */
const ABOUT_TEXT = new Set([
  'text',
  'raw',
  'string',
  'encoding',
  'mimetype',
  'charset',
  'decodedtext',
  'mode',
  'options',
  'base64_string',
  'urlencoded',
  'formdata',
  'size',
  'encoded',
]);

function bodyIn(value: Values): unknown {
  const body = [value.body, value.data, value.stream].find((one) => one !== undefined && one !== null);
  if (!isPlain(body)) return body;
  if (body.type === 'Buffer' && Array.isArray(body.data)) return bytesIn(body.data);
  const isAbout = Object.keys(body).length > 0 && Object.keys(body).every((name) => ABOUT_TEXT.has(name.toLowerCase()));
  if (!isAbout) return body;
  const pairs = pairsIn(body.urlencoded);
  if (pairs.length > 0) return `${new URLSearchParams(pairs)}`;
  if (typeof body.base64_string === 'string') return Buffer.from(body.base64_string, 'base64').toString('utf8');
  return [body.text, body.raw, body.string].find((one) => typeof one === 'string');
}

const bytesIn = (list: readonly unknown[]): string | undefined =>
  list.every((one) => typeof one === 'number' && one >= 0 && one < 256)
    ? Buffer.from(list as readonly number[]).toString('utf8')
    : undefined;
