import { exceeded, MAX_JSON_DEPTH } from '../../util/index.js';

/**
 * Returns the first key that occurs twice in one object of a JSON text, which `JSON.parse` does not report. A colon
 * follows every key, so no key is lost if the text has as many colons after quotes as the value has keys. The text is
 * read token by token only if the counts differ, for example because a string contains such a colon.
 */
export function duplicateKey(text: string, value: object): string | undefined {
  return colonsAfterQuotes(text) === countKeys(value, 0) ? undefined : searchDuplicate(text);
}

function countKeys(value: object, depth: number): number {
  if (depth > MAX_JSON_DEPTH)
    throw exceeded('The document', MAX_JSON_DEPTH, 'levels of nesting', 'Keep the body as text.');
  let keys = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i];
      if (typeof item === 'object' && item !== null) keys += countKeys(item, depth + 1);
    }
    return keys;
  }
  for (const name in value) {
    keys++;
    const item = (value as Record<string, unknown>)[name];
    if (typeof item === 'object' && item !== null) keys += countKeys(item, depth + 1);
  }
  return keys;
}

function colonsAfterQuotes(text: string): number {
  let found = 0;
  for (let index = text.indexOf(':'); index >= 0; index = text.indexOf(':', index + 1)) {
    let before = index - 1;
    while (text.charCodeAt(before) <= 0x20) before--;
    if (text.charCodeAt(before) === 0x22) found++;
  }
  return found;
}

/** For text that `JSON.parse` accepts. Uses no pattern, because it would need a stack as deep as a string is long. */
function searchDuplicate(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (let index = 0; index < text.length; index++) {
    const sign = text[index];
    if (sign === '{') open.push(new Set());
    else if (sign === '[') open.push(undefined);
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === '"') {
      const end = endOfString(text, index);
      if (isKey(text, end)) {
        const name = JSON.parse(text.slice(index, end)) as string;
        const names = open.at(-1);
        if (names?.has(name)) return name;
        names?.add(name);
      }
      index = end - 1;
    }
  }
  return undefined;
}

function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === '\\') before--;
    if ((end - before) % 2 === 1) return end + 1;
  }
}

function isKey(text: string, after: number): boolean {
  let at = after;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text[at] === ':';
}
