import type { FieldRules } from '../detect/field-rules.js';
import type { FieldRule } from '../rules.js';
import { parsePath, type RemainingPaths } from './json-path.js';
import type { TextHandler } from './text-handler.js';

export interface Field {
  readonly name: string;
  readonly rule: FieldRule | undefined;
  /** Whether a path of the policy ends at this field, wherever it is. */
  readonly isPath: boolean;
}

const MAX_CACHED = 10_000;

/** The fields of documents: their names after redaction, their rules, and the paths of the policy. */
export class Fields {
  /** The paths that depend on the fields around a field. */
  readonly roots: RemainingPaths;
  /** Most paths match one field name at any depth. One set covers all of them. */
  readonly #anywhere: ReadonlySet<string>;
  // A file has few different field names, and each occurs many times.
  readonly #cache = new Map<string, Field>();
  readonly #parameters = new Map<string, Field>();

  constructor(
    paths: readonly string[],
    readonly ruleOf: FieldRules,
    private readonly handler: TextHandler,
  ) {
    const parsed = paths.map((path) => parsePath(path) ?? []);
    const nameAnywhere = (steps: (typeof parsed)[number]) =>
      steps.length === 1 && steps[0]?.deep ? steps[0].name : undefined;
    this.#anywhere = new Set(parsed.flatMap((steps) => nameAnywhere(steps) ?? []));
    this.roots = parsed.filter((steps) => nameAnywhere(steps) === undefined);
  }

  field(key: string): Field {
    const known = this.#cache.get(key);
    if (known) return known;
    this.handler.fieldName?.(key);
    const name = key.length < 3 ? key : this.handler.plain(key);
    if (name !== key) this.handler.changed?.({ [name]: true });
    const field = { name, rule: this.ruleOf(key), isPath: this.#anywhere.has(key) };
    if (this.#cache.size < MAX_CACHED) this.#cache.set(key, field);
    return field;
  }

  /** A parameter of the query of a URL. */
  parameter(key: string): Field {
    const known = this.#parameters.get(key);
    if (known) return known;
    const field = { ...this.field(key), rule: this.ruleOf(key, true) };
    if (this.#parameters.size < MAX_CACHED) this.#parameters.set(key, field);
    return field;
  }
}
