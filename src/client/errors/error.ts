import type { RequestFailure } from '../public-types.js';

type OptionalDetail = 'code' | 'errors' | 'body' | 'request_id' | 'retry_after';
type Details = Omit<RequestFailure, OptionalDetail> & Partial<Pick<RequestFailure, OptionalDetail>>;

export interface PlatformRestError extends RequestFailure {}

/** A failed request. Secrets are removed before the error is created. If a signal aborted it, its reason is the cause. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor assigns every property of the interface.
export class PlatformRestError extends Error {
  /** `AbortError` if a signal aborted the call, as in other APIs that take a signal. */
  override readonly name: 'PlatformRestError' | 'AbortError';

  constructor(message: string, details: Details, options?: ErrorOptions) {
    super(message, options);
    const { status, code, errors = [], operation, method, url, body, request_id, retry_after, attempts } = details;
    this.name = status === 0 && code === 'aborted' ? 'AbortError' : 'PlatformRestError';
    const all = { status, code, errors, operation, method, url, body, request_id, retry_after, attempts };
    Object.assign(this, all satisfies RequestFailure);
  }
  /** What Node.js prints for the error: the details in a few lines, and the sizes of what is longer. */
  [Symbol.for('nodejs.util.inspect.custom')](depth: number, options: object, inspect?: Inspect): string {
    if (depth < 0 || !inspect) return `[${this.name}: ${this.message}]`;
    const shown = new Error(this.message, this.cause === undefined ? {} : { cause: this.cause });
    const stack = (this.stack ?? '')
      .replace(/^Error(?=: )/, this.name)
      .split('\n')
      .slice(0, MAX_STACK_LINES)
      .join('\n');
    Object.defineProperties(shown, {
      name: { value: this.name },
      stack: { value: short(stack, MAX_STACK) },
    });
    const { status, code, errors, operation, method, url, body, request_id, retry_after, attempts } = this;
    const rest = { status, code, operation, method, url: short(url, MAX_TEXT), request_id, retry_after, attempts };
    for (const [name, value] of Object.entries(rest))
      if (value !== undefined)
        Object.assign(shown, { [name]: typeof value === 'string' ? short(value, MAX_TEXT) : value });
    for (const [name, value] of Object.entries({ errors, body })) Object.assign(shown, { [name]: sized(name, value) });
    // Node.js prints the name of the class before the name of the error.
    return inspect(shown, options).replace(`Error [${this.name}]`, this.name);
  }
}

type Inspect = (value: unknown, options: object) => string;

const MAX_STACK_LINES = 8;
const MAX_STACK = 1_000;
const MAX_TEXT = 100;
/** The most characters of JSON that are printed of one field. */
const MAX_SHOWN = 200;

const short = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

/** The value of a field, or its size if it is long. */
function sized(name: string, value: unknown): unknown {
  const { length } = JSON.stringify(value) ?? '';
  return length > MAX_SHOWN ? `${length} characters, which are in error.${name}` : value;
}
