import { createHash } from 'node:crypto';
import { parse } from 'node:querystring';
import { isDeepStrictEqual } from 'node:util';
import { type CassetteEntry, openCassette, type RecordedBody } from '../../cassette/index.js';
import { asJson, cleanLine } from '../../show/index.js';
import { isPlain, jsonOf, textDiff } from '../../util/index.js';
import { line } from './show.js';

/** Compares two recordings: lists the exchanges that only one of them has, and those that differ. */
export function diff(before: string, after: string): string[] {
  const left = exchangesOf(before);
  const right = exchangesOf(after);
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((address) =>
    pairs(left.get(address) ?? [], right.get(address) ?? []).flatMap(([one, other]) => {
      if (!other) return [`- ${line((one as Exchange).entry)}`];
      if (!one) return [`+ ${line(other.entry)}`];
      const found = [...differences(one.sent, other.sent), ...differences(one.got, other.got)];
      return found.length > 0 ? [`~ ${line(other.entry)}`, ...found.map((difference) => `    ${difference}`)] : [];
    }),
  );
}

interface Exchange {
  readonly entry: CassetteEntry;
  readonly sent: unknown;
  readonly got: unknown;
  /** Equal for equal requests, in any order of keys. */
  readonly key: string;
}

/** Returns the exchanges of a recording by method and URL. */
function exchangesOf(file: string): Map<string, Exchange[]> {
  const found = new Map<string, Exchange[]>();
  for (const entry of openCassette(file).entries) {
    const { request, response, fault, code } = entry;
    const sent = { request: { type: request.type, body: comparable(request.body, request.type) } };
    const body = comparable(response?.body, response?.headers?.['content-type']);
    const got = { ...response, ...(response?.body && { body }), ...(fault && { fault }), ...(code && { code }) };
    const address = `${request.method} ${request.url}`;
    const known = found.get(address) ?? [];
    found.set(address, known);
    known.push({ entry, sent, got, key: JSON.stringify(sent, withSortedKeys) });
  }
  return found;
}

const withSortedKeys = (_name: string, value: unknown) =>
  isPlain(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** A body as data: JSON and forms by field, other text as it is, and bytes by their hash. */
function comparable(body: RecordedBody | undefined, type = ''): unknown {
  if (body === undefined || 'json' in body) return body;
  if ('base64' in body) {
    const bytes = Buffer.from(body.base64, 'base64');
    return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  }
  if (type.startsWith('application/x-www-form-urlencoded')) return { form: parse(body.text, '&', '=', { maxKeys: 0 }) };
  const json = jsonOf(body.text);
  return json === undefined ? body : { json };
}

/** Pairs equal requests first. The rest of the requests to the same address are pairs with different bodies. */
function pairs(left: readonly Exchange[], right: readonly Exchange[]) {
  const byKey = new Map<string, Exchange[]>();
  for (const one of right) {
    const equal = byKey.get(one.key);
    if (equal) equal.push(one);
    else byKey.set(one.key, [one]);
  }
  const found: [Exchange | undefined, Exchange | undefined][] = left.map((one) => [one, byKey.get(one.key)?.shift()]);
  const rest = [...byKey.values()].flat();
  const completed = found.map(([one, other]): (typeof found)[number] => [one, other ?? rest.shift()]);
  return [...completed, ...rest.map((other): (typeof found)[number] => [undefined, other])];
}

function differences(one: unknown, other: unknown, at = ''): string[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (typeof one === 'object' && one !== null && typeof other === 'object' && other !== null) {
    const fields = [one, other] as Record<string, unknown>[];
    const names = new Set(fields.flatMap(Object.keys));
    return [...names].flatMap((name) => {
      const [mine, theirs] = fields.map((value) => value[name]);
      return differences(mine, theirs, at ? `${at}.${name}` : name);
    });
  }
  if (typeof one === 'string' && typeof other === 'string') return textDifferences(one, other, at);
  return [cleanLine(`${at || 'response'}: ${valueText(one)} → ${valueText(other)}`)];
}

const valueText = (value: unknown) => (value === undefined ? 'nothing' : asJson(value, 0));

function textDifferences(one: string, other: string, at: string): string[] {
  if (`${one}${other}`.includes('\n')) return [`${at}:`, ...(textDiff(one, other) ?? '').split('\n')].map(cleanLine);
  const start = Math.max(0, sharedLength(one, other) - CONTEXT);
  const [before, after] = [one, other].map((text) => asJson(excerpt(text, start), 0));
  return [cleanLine(`${at}: ${before} → ${after}`)];
}

const CONTEXT = 20;
const MAX_LENGTH = 200;

/** Shows a long text from just before its first difference. */
function excerpt(text: string, start: number): string {
  if (text.length <= MAX_LENGTH) return text;
  const end = start + MAX_LENGTH;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
