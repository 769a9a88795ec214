import type { WireRequest } from '../http/index.js';
import { bytesOf } from './body.js';
import type { CassetteEntry } from './format.js';

/** Why nothing matched: the recorded request that comes closest, and in which fields it differs. */
export function explainMiss(request: WireRequest, unused: readonly CassetteEntry[]): string {
  const asked = partsOf(request.method, request.url, textOf(request.body));
  const closest = unused
    .map((entry) => {
      const recorded = partsOf(entry.request.method, entry.request.url, textOf(bytesOf(entry.request.body)));
      return { entry, differences: differences(recorded, asked), near: nearness(recorded, asked) };
    })
    .sort((a, b) => b.near - a.near || a.differences.length - b.differences.length)[0];
  const what = `the recording has no ${request.method} ${new URL(request.url).pathname}`;
  if (!closest) return `${what} left; every recorded exchange was used`;
  return `${what} like this; nearest is ${closest.entry.op ?? closest.entry.request.method}: ${closest.differences.slice(0, 5).join('; ')}`;
}

type Parts = ReadonlyMap<string, string>;

function partsOf(method: string, address: string, body: string): Parts {
  const url = new URL(address);
  const parts = new Map([
    ['method', method],
    ['host', url.host],
    ['path', url.pathname],
  ]);
  for (const [name, value] of url.searchParams) parts.set(`query ${name}`, value);
  let data: unknown = body;
  try {
    data = JSON.parse(body);
  } catch {
    // Compared as text.
  }
  flatten(data, 'body', parts);
  return parts;
}

function flatten(value: unknown, at: string, into: Map<string, string>): void {
  if (typeof value === 'object' && value !== null && into.size < 200) {
    for (const [key, one] of Object.entries(value)) flatten(one, `${at}.${key}`, into);
  } else if (value !== '') into.set(at, JSON.stringify(value));
}

function differences(recorded: Parts, asked: Parts): string[] {
  return [...new Set([...recorded.keys(), ...asked.keys()])]
    .filter((name) => recorded.get(name) !== asked.get(name))
    .map((name) => `${name}: recorded ${recorded.get(name) ?? 'nothing'}, asked ${asked.get(name) ?? 'nothing'}`);
}

/** The same method and the same leading path segments count most. */
function nearness(recorded: Parts, asked: Parts): number {
  const mine = (asked.get('path') ?? '').split('/');
  const theirs = (recorded.get('path') ?? '').split('/');
  const shared = mine.findIndex((segment, i) => segment !== theirs[i]);
  return (shared < 0 ? mine.length : shared) * 2 + (recorded.get('method') === asked.get('method') ? 3 : 0);
}

const textOf = (body: WireRequest['body']) =>
  body === undefined ? '' : typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
