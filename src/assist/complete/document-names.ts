import { CALL_VARIABLES, DOCUMENT_VERBS } from '../../sandbox/index.js';
import { type Token, tokensOf, unquoted } from '../tokens.js';
import type { ObjectSite } from './cursor.js';
import { sectionsAround } from './document-around.js';
import type { ExpectedField } from './document-fields.js';
import type { Candidate } from './suggestion.js';

/** The names that a document defines. */
export type Names = Readonly<Record<NonNullable<ExpectedField['names']>, readonly string[]>>;

/** Finds the labels of the current section, the sections, and the variables that the steps before the cursor set. */
export function namesInDocument(source: string, at: number, site: ObjectSite): Names {
  const index = sectionsAround(site);
  const start = site.steps[index]?.at;
  if (start === undefined) return { label: [], section: [], variable: [] };
  const whole = literalIn(source.slice(start)) ?? literalIn(source.slice(start, at));
  const sections = isObject(whole) ? whole.sections : undefined;
  const section = isObject(sections) ? sections[site.steps[index + 1]?.name ?? ''] : undefined;
  return {
    label: Array.isArray(section) ? unique(section.flatMap(labelOf)) : [],
    section: isObject(sections) ? Object.keys(sections) : [],
    variable: unique(variablesIn(literalIn(source.slice(start, at)))),
  };
}

/** Returns the beginning of a placeholder at the end of a text, such as `call.fr` of `%{call.fr`, with its offset. */
export function placeholderIn(text: string): { readonly typed: string; readonly at: number } | undefined {
  const typed = /%\{\s*([\w$.]*)$/.exec(text)?.[1];
  return typed === undefined ? undefined : { typed, at: text.length - typed.length };
}

/** Returns the values that a placeholder can stand for. A variable is offered without `vars.` only after its first letter. */
export const inPlaceholder = (variables: readonly string[], typed: string): Candidate[] => [
  ...variables.map((name) => variable(`vars.${name}`)),
  ...CALL_VARIABLES.map((name) => variable(`call.${name}`)),
  ...(typed === '' ? [] : variables.map(variable)),
];

const variable = (text: string): Candidate => ({ text, kind: 'variable', isText: true });

type Literal = string | readonly Literal[] | { readonly [name: string]: Literal } | undefined;

const isObject = (value: Literal): value is { readonly [name: string]: Literal } =>
  typeof value === 'object' && !Array.isArray(value);

const unique = (names: readonly string[]) => [...new Set(names)];

function labelOf(step: Literal): string[] {
  const label = isObject(step) ? step.label : undefined;
  const name = isObject(label) ? label.name : label;
  return typeof name === 'string' ? [name] : [];
}

/** Returns the variables that the steps in a value set. */
function variablesIn(value: Literal): string[] {
  if (Array.isArray(value)) return value.flatMap((step) => [...setBy(step), ...variablesIn(step)]);
  return isObject(value) ? Object.values(value).flatMap(variablesIn) : [];
}

const setBy = (step: Literal): string[] =>
  isObject(step)
    ? Object.entries(step).flatMap(([name, params]) => [
        ...(DOCUMENT_VERBS.swml.get(name)?.sets ?? []),
        ...(name === 'set' && isObject(params) ? Object.keys(params) : []),
      ])
    : [];

/** Reads an object literal that can be unfinished. Values that are not literals are undefined. */
function literalIn(source: string): Literal {
  const tokens = tokensOf(source);
  return tokens && new Reader(tokens).value();
}

const MAX_DEPTH = 100;

class Reader {
  #at = 0;
  #depth = 0;
  constructor(readonly tokens: readonly Token[]) {}

  value(): Literal {
    const { text, kind } = this.tokens[this.#at] ?? {};
    const isOpen = kind === 'mark' && (text === '{' || text === '[') && this.#depth < MAX_DEPTH;
    if (kind !== 'string' && !isOpen) return undefined;
    const token = this.tokens[this.#at++] as Token;
    if (!isOpen) return unquoted(token);
    this.#depth++;
    const value = text === '{' ? this.#object() : this.#list();
    this.#depth--;
    return value;
  }

  #object(): Literal {
    const entries: [string, Literal][] = [];
    while (!this.#closes('}')) {
      const name = this.tokens[this.#at];
      const hasValue = name?.kind !== 'mark' && this.tokens[this.#at + 1]?.text === ':';
      if (hasValue) this.#at += 2;
      if (name && hasValue) entries.push([unquoted(name), this.value()]);
      this.#toComma();
    }
    return Object.fromEntries(entries);
  }

  #list(): Literal {
    const items: Literal[] = [];
    while (!this.#closes(']')) {
      items.push(this.value());
      this.#toComma();
    }
    return items;
  }

  /** Skips the rest of an expression, and the comma after it. */
  #toComma(): void {
    for (let depth = 0; this.#at < this.tokens.length; this.#at++) {
      const { text, kind } = this.tokens[this.#at] as Token;
      if (kind !== 'mark') continue;
      if (/^[([{]$/.test(text)) depth++;
      else if (/^[)\]}]$/.test(text) && depth-- === 0) return;
      else if (text === ',' && depth === 0) {
        this.#at++;
        return;
      }
    }
  }

  #closes(bracket: string): boolean {
    const token = this.tokens[this.#at];
    if (token !== undefined && (token.kind !== 'mark' || !/^[)\]}]$/.test(token.text))) return false;
    if (token?.text === bracket) this.#at++;
    return true;
  }
}
