import type { SessionLog } from '../../bench/index.js';
import { formPairs, isPlain, jsonOf, UsageError } from '../../util/index.js';
import type { FoundBodies, FoundBody } from '../contract.js';
import { isRequest } from '../events/request-row.js';
import { MAX_SEARCHED_KB, matchedPart, missingWords, wordsIn } from '../page/model/matcher.js';

const MAX_WORDS = 10;
/** In characters. */
const MAX_TEXT = 500;
/** Reading a body masks its secrets, which takes time. Requests to the API are answered in between. */
const SLICE_MS = 10;

/** The requests after one of the log whose bodies have words of a text. */
export async function searchBodies(log: SessionLog, body: string, signal?: AbortSignal): Promise<FoundBodies> {
  const { text, after } = questionIn(body);
  const words = wordsIn(text).slice(0, MAX_WORDS);
  const found: FoundBody[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  let last = after;
  for (const [id, event] of [...log.since(after)]) {
    if (signal?.aborted) break;
    last = id;
    if (!isRequest(event) || (event.exchange.bytes ?? 0) > MAX_SEARCHED_KB * 1024) continue;
    const one = foundIn(words, event.exchange.raw);
    if (one) found.push({ id, ...one });
    if (performance.now() < sliceEnd) continue;
    await new Promise<void>((done) => setImmediate(done));
    sliceEnd = performance.now() + SLICE_MS;
  }
  return { last, found };
}

type Raw = Extract<Parameters<typeof isRequest>[0], { kind: 'http' }>['exchange']['raw'];

function foundIn(words: readonly string[], raw: Raw): Omit<FoundBody, 'id'> | undefined {
  const bodies = [
    ['request', searchedText(raw?.request.body ?? '')],
    ['response', searchedText(raw?.response?.body ?? '')],
  ] as const;
  const missing = missingWords(words, bodies.map(([, text]) => text).join('\n'));
  const has = words.filter((word) => !missing.includes(word));
  for (const [where, text] of bodies) {
    const part = has.length > 0 ? matchedPart(has, text) : undefined;
    if (part) return { where, words: has, part };
  }
  return undefined;
}

/** A body as it is, and without the escapes of JSON or a form, as the page and people write its values. */
function searchedText(body: string): string {
  const start = body.trimStart();
  if (/^[[{"]/.test(start))
    return body.includes('\\') ? `${body}\n${body.replace(ESCAPE, (one) => String(jsonOf(`"${one}"`) ?? one))}` : body;
  const pairs = /^[^\s=]+=[^\s]*[%+]/.test(start) ? formPairs(body) : undefined;
  return pairs ? `${body}\n${pairs.map(([name, value]) => `${name}=${value}`).join('\n')}` : body;
}

/** Several in a row, because two of them can be one character. */
const ESCAPE = /(?:\\(?:u[0-9a-f]{4}|["\\/bfnrt]))+/gi;

function questionIn(body: string): { readonly text: string; readonly after: number } {
  const value = jsonOf(body);
  const { text, after = 0 } = isPlain(value) ? value : {};
  if (typeof text !== 'string' || typeof after !== 'number' || !(after >= 0))
    throw new UsageError('The search needs a text, and the number of a request.');
  return { text: text.slice(0, MAX_TEXT), after };
}
