import { type CassetteDocument, exchangeNumbers, textOf } from '../../cassette/index.js';
import { formPairs, jsonOf } from '../../util/index.js';
import type { ReviewItem } from '../case-contract.js';

const MAX_TEXTS = 100;
/** In characters. A longer text is a message, which the search for names reads as one. */
const MAX_TEXT = 120;
const MAX_DEPTH = 50;

/** Fields whose values people write. */
const WRITTEN = /(?:^|_)(?:name|title|label|description|subject|comment|note|text|body|tag)s?$/;
/** Two letters together, and not an address, an id or a number. */
const WORDS = /\p{L}{2}/u;
const TECHNICAL = /^\S+:\/\/|^[\w.+-]+@|^[0-9a-f]{8}-[0-9a-f-]{27}$|^[\d\s+().-]+$/i;

/** The short texts that people wrote, the most frequent first. Replacements are left out. */
export function writtenTexts(documents: readonly CassetteDocument[], replacements: ReadonlySet<string>): ReviewItem[] {
  const found = new Map<string, { count: number; place: string }>();
  const numbers = exchangeNumbers(documents);
  const isReplaced = (text: string) =>
    text.split(' ').every((word) => replacements.has(word)) || replacements.has(text);
  const addIn = (number: number) => (text: string) => {
    if (text.length > MAX_TEXT || !WORDS.test(text) || TECHNICAL.test(text) || isReplaced(text)) return;
    const known = found.get(text);
    if (known) known.count += 1;
    else found.set(text, { count: 1, place: `request ${number}` });
  };
  for (const [index, document] of documents.entries()) {
    if (document.kind !== 'http' && document.kind !== 'webhook') continue;
    const add = addIn(numbers[index] ?? 0);
    const { request, response } = document;
    visit(bodyValue(textOf(request.body)), '', add);
    const answer = bodyValue(textOf(response?.body));
    visit(document.kind === 'http' ? withoutErrorTitles(answer) : answer, '', add);
  }
  return [...found]
    .map(([text, one]) => ({ text, ...one }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_TEXTS);
}

const bodyValue = (text: string): unknown =>
  /^\s*[[{]/.test(text) ? jsonOf(text) : Object.fromEntries(formPairs(text) ?? []);

/** The API writes the title of an error, such as `Invalid Attribute`. */
function withoutErrorTitles(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('errors' in value) || !Array.isArray(value.errors)) return value;
  const errors = value.errors.map((one: unknown) =>
    typeof one === 'object' && one !== null ? { ...one, title: undefined } : one,
  );
  return { ...value, errors };
}

function visit(value: unknown, field: string, add: (text: string) => void, depth = 0): void {
  if (typeof value === 'string' && WRITTEN.test(snakeCase(field))) add(value.trim());
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  for (const [name, one] of Object.entries(value)) visit(one, Array.isArray(value) ? field : name, add, depth + 1);
}

const snakeCase = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
