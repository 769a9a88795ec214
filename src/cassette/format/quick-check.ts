import { isPlain } from '../../util/index.js';
import { hasTooManyParts } from './body.js';
import { type CassetteEntry, isTime } from './schema.js';

/** A quick check for entries that Patchbay writes, ten times as fast as their schema, which decides if false. */
export function plainlyFits(value: unknown): value is CassetteEntry {
  if (!isPlain(value) || value.kind !== 'http') return false;
  for (const name in value) if (!ENTRY.has(name)) return false;
  const { op, request, response, fault, ms } = value;
  return (
    (op === undefined || isPlainWord(op)) &&
    isRequest(request) &&
    isResponse(response) &&
    fault === undefined &&
    (ms === undefined || isTime(ms))
  );
}

const ENTRY = new Set(['kind', 'op', 'request', 'response', 'fault', 'ms']);

function isRequest(value: unknown): boolean {
  if (!isPlain(value)) return false;
  for (const name in value) {
    const part = value[name];
    if (name === 'method' || name === 'type' ? !isPlainWord(part) : name === 'url' ? !isUrl(part) : !isBody(name, part))
      return false;
  }
  return typeof value.url === 'string' && METHODS.has(value.method);
}

const METHODS: ReadonlySet<unknown> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
// Matches URLs that `URL` would not change and whose query form encoding would not change. They need no parsing.
const PLAIN =
  /^https?:\/\/[a-z0-9-]+(?:\.[a-z][a-z0-9-]*)*(?::(?!80\/|443\/)[1-9]\d{1,3})?\/[\w~:@,;!$()*-]*(?:[/.][\w~:@,;!$()*-]+)*(?:\?[\w.*-]+=[\w.*-]*(?:&[\w.*-]+=[\w.*-]*)*)?$/;

export const isPlainAddress = (url: string): boolean => PLAIN.test(url);

const isUrl = (value: unknown) => typeof value === 'string' && isPlainAddress(value);

function isResponse(value: unknown): boolean {
  if (!isPlain(value)) return false;
  for (const name in value) {
    const part = value[name];
    if (name === 'status' ? !isStatus(part) : name === 'headers' ? !areHeaders(part) : !isBody(name, part))
      return false;
  }
  return value.status !== undefined;
}

const isStatus = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599;

function areHeaders(value: unknown): boolean {
  if (!isPlain(value)) return false;
  for (const name in value) if (!PLAIN_NAME.test(name) || !isPlainWord(value[name])) return false;
  return true;
}

const PLAIN_NAME = /^[a-z][a-z0-9-]*$/;
const PLAIN_WORD = /^[ -~]*$/;
const isPlainWord = (value: unknown) => typeof value === 'string' && PLAIN_WORD.test(value);

function isBody(name: string, value: unknown): boolean {
  if (name !== 'body' || !isPlain(value)) return false;
  let parts = 0;
  for (const part in value) {
    if (!(part === 'json' && !hasTooManyParts(value.json)) && !(part === 'text' && typeof value.text === 'string'))
      return false;
    parts++;
  }
  return parts === 1;
}
