import * as yaml from 'yaml';
import { attempt, isPlain, jsonOf, parseBoundedYaml, SIZE_LIMITS } from '../../../util/index.js';
import { requestOf } from '../draft-request.js';
import { type FoundRequest, type Importer, type ReadInput, requestKey } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { type ReceivedShape, receivedShape, type SentShape, sentShape } from './message-shape.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * Reads documents of tools that store exchanges as objects: an object with a method and an address, and near it one
 * with a status. It knows where the two can be, and no tool.
 */
export const jsonExchanges: Importer = {
  name: 'json-exchanges',
  title: 'a document with requests and responses',
  isStructured: true,
  summary:
    'JSON and YAML documents with objects for requests and responses, such as those of Newman, Charles, n8n, Make, Power Automate and VCR',
  accepts(text, file) {
    const exchanges = exchangesIn(documentOf(text));
    return exchanges.length > 0 && read(exchanges, file);
  },
  read: (text, file) => read(exchangesIn(documentOf(text)), file),
};

function read(exchanges: readonly FoundExchange[], file: string): ReadInput {
  const credentials = new LeftOutCredentials();
  const problems: string[] = [];
  const requests = withoutCopies(exchanges).flatMap(({ sent, received, startedMs }, i): FoundRequest[] => {
    const place = `${file}, request ${i + 1}`;
    const request = requestOf(
      {
        ...{ place, method: sent.method, address: sent.address, type: sent.type, sent: sent.body },
        ...(received && { status: received.status, headers: received.headers, received: received.body }),
        startedMs,
      },
      credentials,
    );
    if (!request) problems.push(`${place} has a URL that is not valid`);
    return request ? [request] : [];
  });
  return { requests, problems, credentials: credentials.values };
}

function documentOf(text: string): unknown {
  const plain = text.replace(/^\ufeff/, '');
  // Parsing a large log in vain takes time.
  if (/^\s*[[{]/.test(plain)) return NAMES.test(plain) ? jsonOf(plain) : undefined;
  if (!/^http_interactions:\s*$/m.test(plain.slice(0, MAX_HEAD))) return undefined;
  const { maxFile: characters, maxTokens: tokens } = YAML_LIMITS;
  const limits = { what: 'the recording', characters, tokens, depth: 50, advice: 'Import a part of it.' };
  return attempt(() => parseBoundedYaml(yaml, plain, limits).toJS({ maxAliasCount: 0 }) as unknown);
}

const NAMES = /"(?:request|inputs|bundle)"\s{0,9}:/;
const MAX_HEAD = 2000;
const YAML_LIMITS = { maxFile: SIZE_LIMITS.imported.max, maxTokens: 1_000_000 };

interface FoundExchange {
  readonly sent: SentShape;
  readonly received: ReceivedShape | undefined;
  readonly startedMs: number | undefined;
}

const MAX_NESTING = 16;

/** The exchanges at any depth. An object that is one is not searched again. */
function exchangesIn(value: unknown, depth = 0, outerMs?: number): FoundExchange[] {
  if (depth > MAX_NESTING || typeof value !== 'object' || value === null) return [];
  const own = isPlain(value) ? exchangeOf(value) : undefined;
  const startedMs = own?.startedMs ?? (isPlain(value) ? timeIn(value) : undefined) ?? outerMs;
  if (own) return [{ ...own, startedMs }];
  const pairs = Array.isArray(value) ? inputsAndOutputs(value) : [];
  if (pairs.length > 0) return pairs;
  return Object.values(value).flatMap((one) => exchangesIn(one, depth + 1, startedMs));
}

/** An object with its request and its response, or with a request beside the parts of the response. */
function exchangeOf(value: Values): FoundExchange | undefined {
  const startedMs = timeIn(value);
  // The error of a step has its request in its context.
  const context = isPlain(value.context) ? value.context.request : undefined;
  const [inner, outer] = [value.request ?? value.inputs ?? context, value.response ?? value.outputs];
  const sent = sentShape(inner) ?? ofParts(value, inner);
  if (!sent) return undefined;
  const received = receivedShape(outer) ?? (isPlain(outer) ? undefined : receivedShape(value));
  // A record of a log has one line for a request: other readers know its names.
  return received ? { sent, received, startedMs } : undefined;
}

/** Charles: the address is beside the request, and the body is in it. */
function ofParts(value: Values, inner: unknown): SentShape | undefined {
  if (!isPlain(inner) || typeof value.scheme !== 'string') return undefined;
  return sentShape({
    ...inner,
    method: value.method,
    scheme: value.scheme,
    host: value.host,
    port: value.port,
    path: value.path,
    query: value.query,
  });
}

/** Make: an element with the input of a module, and one behind it with its output. */
function inputsAndOutputs(list: readonly unknown[]): FoundExchange[] {
  const open = new Map<unknown, SentShape>();
  return list.flatMap((one): FoundExchange[] => {
    if (!isPlain(one) || !isPlain(one.bundle)) return [];
    const sent = one.type === 'input' ? sentShape(one.bundle) : undefined;
    if (sent) open.set(one.module, sent);
    const before = one.type === 'output' ? open.get(one.module) : undefined;
    if (!before) return [];
    open.delete(one.module);
    return [{ sent: before, received: receivedShape(one.bundle), startedMs: timeIn(one) }];
  });
}

/** A run stores its last error twice. */
function withoutCopies(found: readonly FoundExchange[]): readonly FoundExchange[] {
  const seen = new Set<string>();
  const unique = found.filter(({ sent, received, startedMs }) => {
    const key = JSON.stringify([
      requestKey({ method: sent.method, url: sent.address }),
      sent.body,
      received,
      startedMs,
    ]);
    return startedMs === undefined || (!seen.has(key) && seen.add(key));
  });
  const isTimed = unique.every(({ startedMs }) => startedMs !== undefined);
  return isTimed ? [...unique].sort((one, other) => (one.startedMs ?? 0) - (other.startedMs ?? 0)) : unique;
}

function timeIn(value: Values): number | undefined {
  const times = isPlain(value.times) ? value.times.start : undefined;
  const found = [times, value.startTime, value.timestamp, value.recorded_at, value.time].find(
    (one) => typeof one === 'string' || typeof one === 'number',
  );
  const ms = typeof found === 'number' ? (found < 1e11 ? found * 1000 : found) : Date.parse(String(found ?? ''));
  return Number.isNaN(ms) ? undefined : ms;
}
