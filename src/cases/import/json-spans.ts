import { jsonOf } from '../../util/index.js';

const MAX_DOCUMENTS = 20;

/** Finds the JSON objects, and the arrays of objects or texts, in a line. `[info]` and `[422]` are not documents. */
export function jsonIn(text: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  const begins = /\{|\[(?=\s*[{"])/g;
  for (let tries = 0; tries < MAX_DOCUMENTS; tries++) {
    const start = begins.exec(text)?.index;
    const end = start === undefined ? undefined : endOf(text, start);
    if (start === undefined) break;
    if (end === undefined || jsonOf(text.slice(start, end)) === undefined) continue;
    spans.push({ start, end });
    begins.lastIndex = end;
  }
  return spans;
}

/** Returns the position after the bracket that closes the one at `start`. Brackets in strings do not count. */
function endOf(text: string, start: number): number | undefined {
  // A string may be incomplete: then it ends with the text.
  const tokens = /"(?:[^"\\]|\\.?)*(?:"|$)|[{}[\]]/g;
  tokens.lastIndex = start;
  let depth = 0;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    if (token[0] === '{' || token[0] === '[') depth += 1;
    else if (token[0] === '}' || token[0] === ']') depth -= 1;
    if (depth === 0) return tokens.lastIndex;
  }
  return undefined;
}

/** The JSON document with which a text begins, without the words after it. */
export function leadingJson(text: string): string | undefined {
  if (!/^[{[]/.test(text)) return undefined;
  const end = endOf(text, 0);
  return end !== undefined && jsonOf(text.slice(0, end)) !== undefined ? text.slice(0, end) : undefined;
}

/** The complete fields of a JSON document whose end is missing. Undefined if it has none. */
export function closedJson(text: string): string | undefined {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;
  const open: string[] = [];
  let end = 0;
  let closing = '';
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const [mark] = token;
    if (mark === '{' || mark === '[') open.push(mark === '{' ? '}' : ']');
    else if (mark === '}' || mark === ']') open.pop();
    if (mark.startsWith('"')) continue;
    end = mark === ',' ? token.index : tokens.lastIndex;
    closing = open.toReversed().join('');
    if (open.length === 0) break;
  }
  const closed = text.slice(0, end) + closing;
  return end > 1 && jsonOf(closed) !== undefined ? closed : undefined;
}
