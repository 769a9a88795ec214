import { Budget, ExpressionError } from './budget.js';
import { evaluate, type Limits } from './evaluate.js';
import { hasPlaceholder, type Part, placeholders } from './placeholders.js';
import { lookUp, ownValue, type Scope } from './scope.js';

export interface Substituted {
  readonly value: unknown;
  readonly problems: readonly string[];
}

/** A dotted path. Its names may contain `-`, as names of headers do. */
const PATH = /^[A-Za-z_$][\w$-]*(?:\.[\w$-]+|\[\d+\])*$/;
const MAX_BODY = 1024;
const MAX_PROBLEMS = 20;

/** Replaces the placeholders in a text, and in the texts of a list or an object. */
export function substitute(value: unknown, scope: Scope, limits: Limits = {}): Substituted {
  const substitution = new Substitution(scope, { ...limits, budget: limits.budget ?? new Budget() });
  return { value: substitution.of(value), problems: substitution.problems };
}

class Substitution {
  readonly problems: string[] = [];

  constructor(
    readonly scope: Scope,
    readonly limits: Limits & { readonly budget: Budget },
  ) {}

  of(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.map((part) => this.of(part));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, this.of(part)]));
  }

  /** A text that is one placeholder becomes its value. In a longer text, values become text. */
  #text(text: string): unknown {
    if (!hasPlaceholder(text)) return text;
    const { parts, open } = placeholders(text);
    if (open !== undefined) this.#report(`${JSON.stringify(open)} has no closing brace`);
    const [only] = parts;
    if (parts.length === 1 && typeof only === 'object') return this.#value(only.body) ?? '';
    return parts.map((part) => this.#written(part)).join('');
  }

  #written(part: Part): string {
    if (typeof part === 'string') return part;
    const value = this.#value(part.body) ?? '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }

  /** The value of a placeholder. Undefined if there is none. */
  #value(body: string): unknown {
    if (body.length > MAX_BODY) {
      this.#report(`a placeholder has ${body.length.toLocaleString('en-US')} characters; the limit is 1,024`);
      return undefined;
    }
    // A template in backquotes has placeholders of its own.
    const inner = hasPlaceholder(body) && !body.includes('`') ? String(this.#text(body)) : body;
    const read = this.#read(inner.trim());
    try {
      if ('value' in read) return this.limits.budget.made(read.value);
      this.#report(`\${${body}}: ${read.problem}`);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.#report(`\${${body}}: ${error.message}`);
    }
    return undefined;
  }

  #read(source: string): ReturnType<typeof evaluate> {
    if (!PATH.test(source) || /^(?:true|false|null)$/.test(source)) return evaluate(source, this.scope, this.limits);
    const found = this.#atPath(source);
    if (found !== undefined || !source.includes('-')) return { value: found };
    // `count-1` is a difference unless a variable has that name.
    const difference = evaluate(source, this.scope, this.limits);
    return 'value' in difference && !Number.isNaN(difference.value) ? difference : { value: undefined };
  }

  #atPath(path: string): unknown {
    const [name = '', ...keys] = path.split(/[.[\]]+/).filter((key) => key !== '');
    return keys.reduce((value, key) => ownValue(value, key)?.value, lookUp(this.scope, name)?.value);
  }

  #report(problem: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem);
    else if (this.problems.length === MAX_PROBLEMS) this.problems.push('more problems of the same kind are not listed');
  }
}
