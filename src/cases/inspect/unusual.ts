import { domainToUnicode } from 'node:url';
import type {
  CassetteDocument,
  CassetteEntry,
  CassetteHeader,
  RecordedBody,
  WebhookEntry,
} from '../../cassette/index.js';
import { operations, walkRows } from '../../client/index.js';
import { counted, WIDE_SPACE } from '../../util/index.js';
import { operationIn } from '../operation-in.js';

export interface LocatedDocument {
  /** Where the entry is, such as `line 12`. */
  readonly place: string;
  readonly document: CassetteDocument;
}

/** Something in a recording that a reader should look at before the recording is used. */
export interface Unusual {
  readonly kind: string;
  /** How often it occurs. */
  readonly count: number;
  /** Where it occurs first. */
  readonly first: string;
  /** An example or a measure. */
  readonly detail?: string;
}

const MAX_BODY = 2 ** 20;
const DAY_MS = 86_400_000;

const rows = new Map(walkRows(operations));
/** The methods that operations use. */
const METHODS = new Set([...rows.values()].map(({ method }) => method as string));

/** Collects unusual contents, in the order in which it first occurs. */
export class UnusualParts {
  readonly #found = new Map<string, { kind: string; count: number; first: string; detail?: string }>();
  readonly #nowMs: number;

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  all(): Unusual[] {
    return [...this.#found.values()];
  }

  add(kind: string, first: string, detail?: string, count = 1): void {
    const found = this.#found.get(kind);
    if (found) found.count += count;
    else this.#found.set(kind, { kind, count, first, ...(detail !== undefined && { detail }) });
  }

  header(header: CassetteHeader): void {
    for (const name of ['clock', 'recorded_at'] as const) this.#time(header[name], 'the header');
    this.#text(header, 'the header');
  }

  document({ place, document }: LocatedDocument): void {
    const json = JSON.stringify(document);
    if (!isOrdinary(json)) this.#text(document, place);
    if (document.kind === 'input' && 'source' in document) this.#code(String(document.source), place);
    if (document.kind === 'http') this.#request(document as CassetteEntry, place); // `kind` decides the type
    if (document.kind !== 'http' && document.kind !== 'webhook') return;
    this.#exchange(document as WebhookEntry, place);
    if (json.length > MAX_BODY) this.#bodies(document as WebhookEntry, place);
  }

  #request({ op, request }: CassetteEntry, place: string): void {
    if (!METHODS.has(request.method)) this.add('methods that no operation uses', place, request.method);
    if (op === undefined || !rows.has(op)) return;
    const actual = operationIn({ request });
    if (actual !== op) this.add('labels that name another operation', place, `${op} is ${actual ?? 'no operation'}`);
  }

  #exchange({ request, response }: WebhookEntry, place: string): void {
    const { username, password } = new URL(request.url);
    if (username !== '' || password !== '') this.add('URLs with a user or a password', place);
    for (const [name, value] of Object.entries(response?.headers ?? {}))
      if (name.toLowerCase() === 'date') this.#time(value, place);
  }

  #bodies({ request, response }: WebhookEntry, place: string): void {
    for (const body of [request.body, response?.body]) {
      const length = lengthOf(body);
      if (length > MAX_BODY) this.add('bodies of more than 1 MB', place, `${counted(length, 'character')}`);
    }
  }

  /** A host can have letters that look like those of another one: `аpple.com` with a Cyrillic letter. */
  hosts(all: readonly LocatedDocument[]): void {
    for (const { place, document } of all) {
      if (document.kind !== 'http' && document.kind !== 'webhook') continue;
      const { hostname } = new URL((document as WebhookEntry).request.url); // `kind` decides the type
      if (!/(?:^|\.)xn--/.test(hostname)) continue;
      this.add('hosts with letters outside of ASCII', place, `${hostname} is ${domainToUnicode(hostname)}`);
    }
  }

  #code(source: string, place: string): void {
    if (hasDistantCode(source)) this.add('inputs with code after 80 or more characters of white space', place);
    const mixed = source.search(MIXED);
    if (mixed < 0) return;
    const around = source.slice(Math.max(0, mixed - MAX_AROUND), mixed + MAX_AROUND);
    this.add('inputs with words of mixed alphabets', place, around);
  }

  #time(text: string | undefined, place: string): void {
    if (text !== undefined && Date.parse(text) > this.#nowMs + DAY_MS) this.add('times in the future', place, text);
  }

  /** Looks at each text once, with its names. An entry counts once for each kind. */
  #text(value: unknown, place: string): void {
    const kinds = new Set<string>();
    const waiting: unknown[] = [value];
    while (waiting.length > 0) {
      const one = waiting.pop();
      if (typeof one === 'string') for (const [kind, pattern] of HIDDEN) if (pattern.test(one)) kinds.add(kind);
      if (typeof one !== 'object' || one === null) continue;
      for (const [name, part] of Object.entries(one)) waiting.push(part, ...(Array.isArray(one) ? [] : [name]));
    }
    for (const kind of kinds) this.add(kind, place);
  }
}

/** Whether no text of a document can have a hidden character. One check of its JSON is faster than one of each text. */
const isOrdinary = (json: string) => /^[ -~]*$/.test(json) && !/\\[ubf]/.test(json);

const HIDDEN: readonly (readonly [kind: string, RegExp])[] = [
  ['entries with control characters', /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/],
  ['entries with characters that change the direction of text', /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/],
  [
    'entries with invisible characters',
    /[\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u206a-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e01ef}]/u,
  ],
  // Emoji and some scripts contain joiners. Beside a letter of a name, they are invisible.
  ['entries with invisible characters', /[\w$][\u034f\u200c\u200d]|[\u034f\u200c\u200d][\w$]/],
];

/** A Latin letter beside a letter of an alphabet that has letters of the same form. */
const MIXED = /[a-z][\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}]|[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}][a-z]/iu;
const MAX_AROUND = 20;

/** Whether code follows so much white space that a reader of the first column and the first lines does not see it. */
function hasDistantCode(source: string): boolean {
  for (const { 0: space, index } of source.matchAll(WIDE_SPACE)) if (index + space.length < source.length) return true;
  return false;
}

function lengthOf(body: RecordedBody | undefined): number {
  if (body === undefined) return 0;
  if ('text' in body) return body.text.length;
  if ('base64' in body) return Math.floor((body.base64.length * 3) / 4);
  return JSON.stringify(body.json)?.length ?? 0;
}
