import { isDeepStrictEqual } from 'node:util';
import { type CassetteEntry, openCassette } from '../../cassette/index.js';
import { asJson, cleanLine } from '../../show/index.js';
import { line } from './show.js';

/** Compares two recordings: lists the exchanges that only one of them has, and those whose responses differ. */
export function diff(before: string, after: string): string[] {
  const left = byRequest(openCassette(before).entries);
  const right = byRequest(openCassette(after).entries);
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
    const mine = left.get(key) ?? [];
    const theirs = right.get(key) ?? [];
    const lines: string[] = [];
    for (let i = 0; i < Math.max(mine.length, theirs.length); i++) {
      const [one, other] = [mine[i], theirs[i]];
      if (!other) lines.push(`- ${line(one as CassetteEntry)}`);
      else if (!one) lines.push(`+ ${line(other)}`);
      else if (!isDeepStrictEqual(responseOf(one), responseOf(other)))
        lines.push(`~ ${line(other)}`, ...differences(responseOf(one), responseOf(other)));
    }
    return lines;
  });
}

const responseOf = ({ response, fault, code }: CassetteEntry) => ({
  ...(response ?? {}),
  ...(fault && { fault }),
  ...(code && { code }),
});

/** Requests are the same if their method, URL and body are equal, with the same key order. */
function byRequest(entries: readonly CassetteEntry[]): Map<string, CassetteEntry[]> {
  const found = new Map<string, CassetteEntry[]>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.request.method, entry.request.url, entry.request.body]);
    found.set(key, [...(found.get(key) ?? []), entry]);
  }
  return found;
}

const valueText = (value: unknown) => (value === undefined ? 'nothing' : asJson(value, 0));

function differences(one: unknown, other: unknown, at = ''): string[] {
  if (isDeepStrictEqual(one, other)) return [];
  const objects = typeof one === 'object' && one !== null && typeof other === 'object' && other !== null;
  if (!objects) return [cleanLine(`    ${at || 'response'}: ${valueText(one)} → ${valueText(other)}`)];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) =>
    differences(
      (one as Record<string, unknown>)[name],
      (other as Record<string, unknown>)[name],
      at ? `${at}.${name}` : name,
    ),
  );
}
