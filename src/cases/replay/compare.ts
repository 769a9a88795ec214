import { isPlain } from '../../util/index.js';
import { bodyJson } from '../body-json.js';

/** A part of a response that differs. A missing part is undefined. */
export interface Difference {
  /** Such as `status`, `errors.0.code` or `data.2.name`. */
  readonly at: string;
  readonly recorded: unknown;
  readonly now: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const MAX_COUNT = 20;
/** Forms of cXML spell their fields as `CallSid`. */
const ID = /(?:^|_)(?:id|sid|uuid|token|uri|url)$|(?:Sid|Id|Token|Uri|Url)$/;
const TIME =
  /(?:^|_)(?:at|on|time|times|date|timestamp|duration|seconds|ms|expires|iat|exp)$|^(?:date|start|end)_|(?:Timestamp|Duration|Time)$/;
/** Envelopes of pages. Their links contain cursors. */
const CURSORS = /^(?:links|.*_page_uri|uri|page_token)$/;
/** A recording keeps few headers, so variables with the headers of a response differ. */
const HEADERS = 'request_response_headers';
/** The words of a refusal are for people. */
const WORDS = /^(?:message|detail|more_info|error|title|description|url)$/;

/** Compares a new response with the recorded one, without ids, times, cursors and the words of errors. */
export function differences(recorded: Answer, now: Answer, current: (text: string) => string): Difference[] {
  if (recorded.status !== now.status)
    return [
      { at: 'status', recorded: recorded.status, now: now.status },
      ...found(recorded.body, now.body, current, true).filter(({ at }) =>
        /(?:^|\.)(?:code|attribute|field|type)$/.test(at),
      ),
    ];
  return found(recorded.body, now.body, current, recorded.status >= 400);
}

/** What the recording shows and the new response has otherwise. A recording can lack fields, and whole bodies. */
export const recordedDifferences = (recorded: Answer, now: Answer, current: (text: string) => string): Difference[] =>
  differences(recorded, recorded.body === undefined ? { status: now.status, body: undefined } : now, current).filter(
    (one) => one.recorded !== undefined,
  );

function found(recorded: unknown, now: unknown, current: (text: string) => string, isError: boolean): Difference[] {
  const result: Difference[] = [];
  const open: { at: string; name: string; one: unknown; other: unknown }[] = [
    { at: '', name: '', one: recorded, other: now },
  ];
  const named = new NamedByIds(recorded, now);
  for (let part = open.pop(); part !== undefined && result.length < MAX_COUNT; part = open.pop()) {
    const { at, name, one, other } = part;
    if (Array.isArray(one) && Array.isArray(other)) {
      if (one.length !== other.length)
        result.push({ at: `${at}.length`.replace(/^\./, ''), recorded: one.length, now: other.length });
      for (let i = Math.min(one.length, other.length) - 1; i >= 0; i--)
        if (one[i] !== other[i]) open.push({ at: join(at, i), name, one: one[i], other: other[i] });
    } else if (isPlain(one) && isPlain(other)) {
      // Most values are equal. A missing field is undefined here, which JSON does not contain.
      const added = Object.keys(other).filter((key) => !Object.hasOwn(one, key));
      for (const key of [...Object.keys(one), ...added].reverse())
        if (one[key] !== other[key] && key !== HEADERS && !CURSORS.test(key) && !(isError && WORDS.test(key)))
          open.push({ at: join(at, key), name: key, one: one[key], other: other[key] });
    } else if (!isSame(name, one, other, current) && !named.areSame(one, other))
      result.push({ at: at || 'body', recorded: one, now: other });
  }
  return result;
}

const join = (at: string, step: string | number) => (at === '' ? `${step}` : `${at}.${step}`);

function isSame(name: string, one: unknown, other: unknown, current: (text: string) => string): boolean {
  if (one === other) return true;
  // A missing field is a difference of the shape, whatever its value is.
  if (one === undefined || other === undefined) return false;
  if (typeof one !== typeof other) return false;
  if (TIME.test(name)) return true;
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  if (ID.test(name) && !/^https?:/.test(one)) return true;
  return current(one) === other || withoutIds(one) === withoutIds(other);
}

export const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
export const withoutIds = (text: string) => text.replace(UUID, 'ID');

/** Default names with the beginning of an id of the same response, such as `Queue 8103855f`. */
class NamedByIds {
  readonly #bodies: readonly unknown[];
  #beginnings: readonly ReadonlySet<string>[] | undefined;

  constructor(recorded: unknown, now: unknown) {
    this.#bodies = [recorded, now];
  }

  areSame(one: unknown, other: unknown): boolean {
    if (typeof one !== 'string' || typeof other !== 'string') return false;
    if (one.replace(BEGINNING, '') !== other.replace(BEGINNING, '')) return false;
    // Collected for the first such name, because most responses have none.
    this.#beginnings ??= this.#bodies.map(beginningsIn);
    const [before, after] = [one, other].map((text, i) =>
      text.replace(BEGINNING, (word) => (this.#beginnings?.[i]?.has(word) ? 'ID' : word)),
    );
    return before === after;
  }
}

const BEGINNING = /\b[0-9a-f]{8}\b/g;
const beginningsIn = (body: unknown): ReadonlySet<string> =>
  new Set((JSON.stringify(body) ?? '').match(UUID)?.map((id) => id.slice(0, 8)));

/** The value of a body: JSON if it is, or else its text. */
export const contentOf = (text: string): unknown => (text === '' ? undefined : (bodyJson(text) ?? text));
