/**
 * Reads a field of a response that its type does not declare. A missing field is undefined. When a newer version declares
 * the field, the result has its type.
 */
export function extra<T extends object, K extends keyof T & string>(value: T, name: K): T[K];
export function extra(value: object, name: string): unknown;
export function extra(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
