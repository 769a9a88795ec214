import { dotCommand } from '../../util/index.js';
import { redactCode } from '../code/redact-code.js';
import type { FieldRules } from '../detect/field-rules.js';
import { layerOf } from '../detect/layers.js';
import { jsonDepth } from '../encode/json-syntax.js';
import type { FieldRule } from '../rules.js';
import { Fields } from './fields.js';
import { advance, NO_PATHS, type RemainingPaths } from './json-path.js';
import type { TextHandler } from './text-handler.js';
import { MAX_LAYERS, TextWalk } from './text-walk.js';

export interface WalkOptions {
  readonly paths: readonly string[];
  readonly ruleOf: FieldRules;
  readonly handler: TextHandler;
}

/** Values nested more deeply are redacted as JSON text. */
const MAX_DEPTH = 200;

/** Walks over a document and passes each text to the text walk. Returns the same value if nothing changes. */
export class DocumentWalk {
  readonly #handler: TextHandler;
  readonly #fields: Fields;
  readonly #texts: TextWalk;
  readonly #stack: (string | number)[] = [];
  /** Whether the document is a typed input. Its own texts are code. */
  #isInput = false;

  constructor({ paths, ruleOf, handler }: WalkOptions) {
    this.#handler = handler;
    this.#fields = new Fields(paths, ruleOf, handler);
    this.#texts = new TextWalk(handler, this.#fields, (value) =>
      this.#value(value, this.#fields.roots, undefined, false),
    );
  }

  walk(document: unknown): unknown {
    this.#stack.length = 0;
    this.#texts.layers = 0;
    this.#isInput =
      typeof document === 'object' && document !== null && (document as { kind?: unknown }).kind === 'input';
    return this.#value(document, this.#fields.roots, undefined, false);
  }

  path(): readonly (string | number)[] {
    return this.#stack.slice();
  }

  #value(value: unknown, ways: RemainingPaths, rule: FieldRule | undefined, isPath: boolean): unknown {
    if (typeof value === 'string') {
      if (this.#isInput && this.#isCode(value)) return this.#code(value);
      return value.length === 0 ? value : this.#texts.string(value, rule, isPath);
    }
    if (typeof value === 'number') return this.#number(value, rule);
    if (typeof value !== 'object' || value === null) return value;
    if (this.#stack.length > MAX_DEPTH) return this.#asText(value);
    return Array.isArray(value)
      ? this.#list(value, ways, rule, isPath)
      : this.#object(value as Record<string, unknown>, ways);
  }

  /** Whether a text of a typed input is code. A bench command such as `.help` is not. */
  #isCode(text: string): boolean {
    const { length, 1: second } = this.#stack;
    return (
      (length === 1 || (length === 2 && typeof second === 'number')) &&
      layerOf(text) !== 'url' &&
      !/^\.[a-z]+$/.test(dotCommand(text)?.name ?? '')
    );
  }

  #code(text: string): string {
    // A document inside a literal is not code.
    this.#isInput = false;
    const changed = redactCode(text, {
      handler: this.#handler,
      ruleOf: this.#fields.ruleOf,
      literal: (inside) => this.#texts.layered(inside, 1),
    });
    this.#isInput = true;
    if (changed !== text) this.#handler.changed?.({ kind: 'input', code: changed });
    return changed;
  }

  #asText(value: object): unknown {
    const text = JSON.stringify(value);
    const changed = this.#texts.running(text, MAX_LAYERS);
    if (changed === text) return value;
    // The parser's message would quote the document.
    if (jsonDepth(changed) === undefined)
      throw new Error(
        `Cannot redact a value with more than ${MAX_DEPTH} levels of nesting. Shorten the entry, or remove it.`,
      );
    return JSON.parse(changed);
  }

  #list(items: readonly unknown[], ways: RemainingPaths, rule: FieldRule | undefined, isPath: boolean): unknown {
    let copy: unknown[] | undefined;
    for (let i = 0; i < items.length; i++) {
      const step = ways.length === 0 ? { here: isPath, ways } : advance(ways, String(i));
      this.#stack.push(i);
      const changed = this.#value(items[i], step.ways, rule, isPath || step.here);
      this.#stack.pop();
      if (changed !== items[i]) (copy ??= items.slice())[i] = changed;
    }
    return copy ?? items;
  }

  #object(fields: Record<string, unknown>, ways: RemainingPaths): unknown {
    let copy: Record<string, unknown> | undefined;
    let isRenamed = false;
    // Documents come from files, so all their properties are own properties.
    for (const key in fields) {
      const before = fields[key];
      const { name, rule, isPath } = this.#fields.field(key);
      if (name !== key) isRenamed = true;
      if (before === null || typeof before === 'boolean') continue;
      this.#stack.push(key);
      const step = ways.length === 0 ? undefined : advance(ways, key);
      // The JSON body of a recorded exchange is a separate document, so paths start at its root.
      const inside = key === 'json' && Object.keys(fields).length === 1 ? this.#fields.roots : (step?.ways ?? NO_PATHS);
      const after =
        key === 'base64' && typeof before === 'string'
          ? this.#texts.base64Body(before)
          : this.#value(before, inside, rule, isPath || (step?.here ?? false));
      this.#stack.pop();
      if (after !== before) (copy ??= { ...fields })[key] = after;
    }
    return isRenamed ? this.#renamed(copy ?? fields) : (copy ?? fields);
  }

  #renamed(fields: Record<string, unknown>): Record<string, unknown> {
    const copy: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(fields)) {
      const { name } = this.#fields.field(key);
      // An assignment to `__proto__` would set the prototype.
      Object.defineProperty(copy, name, { value, enumerable: true, writable: true, configurable: true });
    }
    return copy;
  }

  #number(value: number, rule: FieldRule | undefined): number | string {
    if (Number.isSafeInteger(value) && value < 1e6 && rule?.detector.value !== 'whole') return value;
    const text = String(value);
    const changed = this.#texts.string(text, rule, false);
    if (changed === text) return value;
    return String(Number(changed)) === changed ? Number(changed) : changed;
  }
}
