import { Budget, ExpressionError } from './budget.js';
import { evaluate, type Limits } from './evaluate.js';
import { type Part, placeholders } from './placeholders.js';
import { type Evaluated, isPath, lookup, type Scope } from './scope.js';

const MAX_BODY = 1024;
const MAX_PROBLEMS = 20;

type Report = (problem: string) => void;

/** Replaces the placeholders in a text, and in the texts of a list or an object. */
export function substitute(value: unknown, scope: Scope, report: Report = () => {}, limits: Limits = {}): unknown {
  return new Substitution(scope, report, { ...limits, budget: limits.budget ?? new Budget() }).of(value);
}

/** Replaces `%{path}` in a text. Documents that answer a message have no expressions. */
export const substitutePaths = (text: unknown, scope: Scope): unknown =>
  typeof text === 'string'
    ? text.replace(/%\{([^{}]+)\}/g, (_, path: string) => textOf(lookup(path.trim(), scope)))
    : text;

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** Whether a text in a value contains a placeholder. */
export function hasPlaceholder(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('${') || value.includes('%{');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasPlaceholder);
}

class Substitution {
  #problems = 0;

  constructor(
    readonly scope: Scope,
    readonly report: Report,
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
    // The problem was reported where the limit was reached.
    if (this.limits.budget.isSpent) return undefined;
    if (body.length > MAX_BODY) {
      this.#report(`a placeholder has ${body.length.toLocaleString('en-US')} characters; the limit is 1,024`);
      return undefined;
    }
    // A template in backquotes has its own placeholders.
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

  #read(source: string): Evaluated {
    if (!isPath(source)) return evaluate(source, this.scope, this.limits);
    const found = lookup(source, this.scope);
    if (found !== undefined || !source.includes('-')) return { value: found };
    // `count-1` is a difference unless a variable has that name.
    const difference = evaluate(source, this.scope, this.limits);
    return 'value' in difference && !Number.isNaN(difference.value) ? difference : { value: undefined };
  }

  #report(problem: string): void {
    this.#problems++;
    if (this.#problems <= MAX_PROBLEMS) this.report(problem);
    if (this.#problems === MAX_PROBLEMS + 1) this.report('more problems of the same kind are not listed');
  }
}
