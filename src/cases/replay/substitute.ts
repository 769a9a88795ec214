import { type CassetteEntry, textOf } from '../../cassette/index.js';
import { matchRoute } from '../../client/index.js';
import { formPairs, groupBy, isPlain, valuesByName } from '../../util/index.js';
import { bodyJson } from '../body-json.js';
import type { Link, Path, Use } from '../links/links.js';
import { UUID } from './compare.js';

interface LinkUse {
  readonly link: Link;
  readonly use: Use;
}

/** The values that a replay replaces: the ids of the recording by those of the new responses. */
export class Substitution {
  readonly #returned: ReadonlyMap<number, readonly Link[]>;
  /** The values that an entry uses, with their places in it. */
  readonly #used: ReadonlyMap<number, readonly LinkUse[]>;
  readonly #values = new Map<Link, string>();
  readonly #texts = new Map<string, string>();
  readonly #fromWebhooks = new Map<string, string>();

  constructor(links: readonly Link[]) {
    this.#returned = groupBy(links, ({ from }) => from.entry);
    const uses = links.flatMap((link) => link.uses.map((use): LinkUse => ({ link, use })));
    this.#used = groupBy(uses, ({ use }) => use.entry);
  }

  /** The new values of those of the recording. */
  get values(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  /** Reads the new values from the response of an entry. */
  learn(entry: number, body: unknown): void {
    const at = pathReader(body);
    for (const link of this.#returned.get(entry) ?? []) {
      const value = at(link.from.path);
      if (typeof value !== 'string' || value === '') continue;
      this.#values.set(link, value);
      this.#texts.set(link.value, value);
    }
  }

  /** Reads new ids from two contents with the same ids at the same places. Requests use those that a webhook had first. */
  learnSame(recorded: unknown, replayed: unknown, isWebhook = false): void {
    if (typeof recorded === 'string' && typeof replayed === 'string') {
      const found = replayed.match(UUID) ?? [];
      for (const [i, id] of (recorded.match(UUID) ?? []).entries()) {
        const here = found[i];
        if (here === undefined || here === id || this.#texts.has(id)) continue;
        this.#texts.set(id, here);
        if (isWebhook) this.#fromWebhooks.set(id, here);
      }
    } else if (typeof recorded === 'object' && recorded !== null && typeof replayed === 'object' && replayed !== null) {
      const here = new Map(Object.entries(replayed));
      for (const [name, value] of Object.entries(recorded)) this.learnSame(value, here.get(name), isWebhook);
    }
  }

  /** Whether a text has the new values of all recorded ids that are known. */
  hasSameIds(ids: readonly string[], replayed: string): boolean {
    return ids.every((id) => replayed.includes(this.#texts.get(id) ?? ''));
  }

  /** The entries whose new responses do not have a value that a request uses. */
  missing(entry: number): number[] {
    const missing = (this.#used.get(entry) ?? []).filter(({ link }) => !this.#values.has(link));
    return [...new Set(missing.map(({ link }) => link.from.entry))];
  }

  /** A text of the recording with the new values of at least `shortest` characters. */
  text(recorded: string, shortest = 1): string {
    // Ids occur inside of other texts as whole words, such as in a URI.
    return (
      this.#texts.get(recorded) ??
      recorded.replace(WORD, (word) => (word.length < shortest ? undefined : this.#texts.get(word)) ?? word)
    );
  }

  readonly #withWebhookIds = (_name: string, value: unknown): unknown =>
    (typeof value === 'string' ? this.#fromWebhooks.get(value) : undefined) ?? value;

  /** The URL and the body of a request with the new values. */
  request(entry: number, { request }: CassetteEntry, account: string): { url: URL; body: Uint8Array | undefined } {
    const url = new URL(request.url);
    url.pathname = url.pathname.replace(/^(\/api\/laml\/[^/]+\/Accounts\/)[^/]+/, `$1${encodeURIComponent(account)}`);
    const { body } = request;
    if (body && 'base64' in body) return { url, body: Buffer.from(body.base64, 'base64') };
    const uses = this.#used.get(entry) ?? [];
    const text = body && textOf(body);
    const isChanged = uses.length > 0 || this.#fromWebhooks.size > 0;
    const json = isChanged && text !== undefined ? bodyJson(text, this.#withWebhookIds) : undefined;
    const route = matchRoute(request.method, url.pathname, isPlain(json) ? json : {});
    const words: Record<string, string> = {};
    for (const [name, word] of Object.entries(route?.words ?? {})) words[name] = this.#fromWebhooks.get(word) ?? word;
    const query = new Map<string, string>();
    const form = new Map<string, string>();
    for (const { link, use } of uses) {
      const value = this.#values.get(link);
      if (value === undefined) continue;
      const name = String(use.path[0]);
      if (use.at === 'path') words[name] = value;
      else if (use.at === 'query') query.set(name, value);
      else if (json !== undefined) setAt(json, use.path, value);
      else form.set(name, value);
    }
    if (query.size > 0) url.search = withValues(url.searchParams, query);
    if (route && isChanged) {
      const { literals, parameters } = route.row;
      url.pathname = literals
        .map((literal, i) => literal + (parameters[i] ? encodeURIComponent(words[parameters[i].name] ?? '') : ''))
        .join('');
    }
    const formOrText = form.size > 0 ? withValues(new URLSearchParams(text), form) : text;
    const sent = json !== undefined ? JSON.stringify(json) : formOrText;
    return { url, body: sent === undefined ? undefined : Buffer.from(sent) };
  }
}

const WORD = /[\w+-]+/g;

/** A query or a form with some values replaced. `set` for each name would visit every pair for each. */
function withValues(pairs: URLSearchParams, values: ReadonlyMap<string, string>): string {
  const left = new Map(values);
  const changed = [...pairs].flatMap(([name, own]): [string, string][] => {
    const value = left.get(name);
    if (value === undefined) return values.has(name) ? [] : [[name, own]];
    left.delete(name);
    return [[name, value]];
  });
  return `${new URLSearchParams([...changed, ...left])}`;
}

export const valueAt = (body: unknown, path: Path): unknown => pathReader(body)(path);

/** Reads paths in a body. `?` in a path enters the query of a URL, which is parsed once for all paths into it. */
function pathReader(body: unknown): (path: Path) => unknown {
  const queries = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const queryIn = (url: string) => {
    const known = queries.get(url) ?? valuesByName(formPairs(url.slice(url.indexOf('?'))) ?? []);
    queries.set(url, known);
    return known;
  };
  return (path) => {
    let value = body;
    for (const [i, step] of path.entries()) {
      if (step === '?')
        return typeof value === 'string' ? (queryIn(value).get(String(path[i + 1]))?.[0] ?? null) : undefined;
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, step)
          ? (value as Readonly<Record<string, unknown>>)[step] // lists have their indexes as names
          : undefined;
    }
    return value;
  };
}

export function setAt(body: unknown, path: Path, value: unknown): void {
  const [step, ...rest] = path;
  if (step === undefined || typeof body !== 'object' || body === null) return;
  const holder: Record<string, unknown> = body as Record<string, unknown>; // lists have their indexes as names
  if (rest.length === 0) holder[step] = value;
  else setAt(holder[step], rest, value);
}
