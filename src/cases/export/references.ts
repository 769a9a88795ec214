import { type CassetteDocument, type CassetteEntry, textOf } from '../../cassette/index.js';
import { escaped } from '../../util/index.js';
import { bodyJson } from '../body-json.js';
import { links, type Path } from '../links/links.js';
import { operationIn } from '../operation-in.js';
import { freshName } from './written-calls.js';

/** A value of a response that later requests use. */
export interface Reference {
  readonly value: string;
  /** A name for the response, such as `queue`. */
  readonly name: string;
  readonly path: Path;
  /** How many texts with the same field name come before it in the body. */
  readonly before: number;
}

/** The values that flow between requests, for formats whose requests are texts. */
export class References {
  readonly #from = new Map<number, Reference[]>();
  readonly #used = new Map<number, Reference[]>();

  constructor(documents: readonly CassetteDocument[]) {
    const taken = new Set<string>();
    const names = new Map<number, string>();
    for (const { value, from, uses } of links(documents)) {
      const entry = documents[from.entry] as CassetteEntry; // links are between exchanges
      const before = textsBefore(bodyJson(textOf(entry.response?.body)), from.path);
      // The other values, such as the token of a next page, stay as they were recorded.
      if (before === undefined || !/^[\w.:+-]+$/.test(value)) continue;
      const operation = operationIn(entry) ?? 'response';
      const name = names.get(from.entry) ?? freshName(operation, taken);
      names.set(from.entry, name);
      const reference = { value, name, path: from.path, before };
      this.#from.set(from.entry, [...(this.#from.get(from.entry) ?? []), reference]);
      for (const entry of new Set(uses.map((use) => use.entry)))
        this.#used.set(entry, [...(this.#used.get(entry) ?? []), reference]);
    }
  }

  /** The values of this response that later requests use. */
  from(at: number): readonly Reference[] {
    return this.#from.get(at) ?? [];
  }

  /** Splits the text of a request at the values of earlier responses. */
  split(at: number, text: string): (string | Reference)[] {
    const used = this.#used.get(at) ?? [];
    if (used.length === 0) return [text];
    const longestFirst = [...used].sort((one, other) => other.value.length - one.value.length);
    const values = new RegExp(`(${longestFirst.map(({ value }) => escaped(value)).join('|')})`);
    return text
      .split(values)
      .map((part) => used.find(({ value }) => value === part) ?? part)
      .filter((part) => part !== '');
  }
}

const MAX_DEPTH = 200;
const isWord = (step: string | number) => typeof step === 'number' || /^\w+$/.test(step);

/** Counts the texts with the name of a field that come before it in the JSON. Undefined if it is not such a text. */
function textsBefore(body: unknown, path: Path): number | undefined {
  const name = path.at(-1);
  if (typeof name !== 'string' || !path.every(isWord)) return undefined;
  let count = 0;
  const wanted = path.join('.');
  // Values at a greater depth than the wanted one still count, but a body can be nested without end.
  const walk = (value: unknown, at: string, depth: number): boolean => {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false;
    return Object.entries(value).some(([key, one]) => {
      const here = at === '' ? key : `${at}.${key}`;
      if (here === wanted) return true;
      if (key === name && typeof one === 'string' && !Array.isArray(value)) count++;
      return walk(one, here, depth + 1);
    });
  };
  return walk(body, '', 0) ? count : undefined;
}
