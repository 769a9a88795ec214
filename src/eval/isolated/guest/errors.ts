import type { GuestError, HostError } from '../guest-messages.js';

export type ErrorClasses = Readonly<Record<string, ErrorConstructor>>;

/** Errors of the host, with the numbers that it gave them. */
const refs = new WeakMap<object, number>();

export const errorClasses = (names: readonly string[]): ErrorClasses =>
  Object.fromEntries(
    names.map((name) => {
      const named = class extends Error {};
      Object.defineProperty(named, 'name', { value: name });
      Object.defineProperty(named.prototype, 'name', { value: name, writable: true, configurable: true });
      return [name, named as unknown as ErrorConstructor];
    }),
  );

const STANDARD: ErrorClasses = { TypeError, RangeError, SyntaxError };

/** The error of the guest for an error of the host. */
export function fromHost({ name, message, ref, cause, fields }: HostError, classes: ErrorClasses): Error {
  const Class = classes[name] ?? STANDARD[name] ?? Error;
  const error = Object.assign(new Class(message, cause === undefined ? {} : { cause: new Error(cause) }), fields);
  if (error.name !== name) Object.defineProperty(error, 'name', { value: name, configurable: true });
  refs.set(error, ref);
  return error;
}

/** Describes what code threw. Its getters may throw again. */
export function describedError(thrown: unknown): GuestError {
  const ref = typeof thrown === 'object' && thrown !== null ? refs.get(thrown) : undefined;
  const about = { name: textOf(thrown, 'name'), message: textOf(thrown, 'message'), stack: textOf(thrown, 'stack') };
  return { ...about, ...(ref !== undefined && { ref }) };
}

function textOf(thrown: unknown, field: 'name' | 'message' | 'stack'): string {
  try {
    if (thrown instanceof Error) return String(thrown[field] ?? '');
    return field === 'message' ? String(thrown) : field === 'name' ? 'Thrown' : '';
  } catch {
    return field === 'message' ? 'it cannot be shown' : '';
  }
}
