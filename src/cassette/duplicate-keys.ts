/** Deeper than any answer, shallower than what breaks programs that read it. */
export const DEEPEST = 500;

export class TooDeep extends Error {}

/**
 * The first key that stands twice in one object of this JSON text, which `JSON.parse` hides.
 * Every key is followed by a colon: as many colons after quotes as keys in the value means that none was lost.
 * Only where a string holds such a colon too is the text read token by token.
 */
export function duplicateKey(text: string, value: unknown): string | undefined {
  return colonsAfterQuotes(text) === countKeys(value, 0) ? undefined : searchDuplicate(text);
}

function countKeys(value: unknown, depth: number): number {
  if (depth > DEEPEST) throw new TooDeep(`nested more than ${DEEPEST} deep`);
  let keys = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i];
      if (typeof item === 'object' && item !== null) keys += countKeys(item, depth + 1);
    }
    return keys;
  }
  for (const name in value as object) {
    keys++;
    const item = (value as Record<string, unknown>)[name];
    if (typeof item === 'object' && item !== null) keys += countKeys(item, depth + 1);
  }
  return keys;
}

function colonsAfterQuotes(text: string): number {
  let found = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) <= 0x20) before--;
    if (text.charCodeAt(before) === 0x22) found++;
  }
  return found;
}

/** For text that `JSON.parse` has accepted. */
function searchDuplicate(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  // A string, or a bracket; between them there is nothing to see.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[[\]{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token.endsWith(':')) {
      const name = JSON.parse(token.slice(0, -1)) as string;
      const names = open.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}
