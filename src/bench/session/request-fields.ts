import type { WireRequest } from '../../http/index.js';

/** Returns the fields of a JSON or form body. */
export function fieldsOf(body: WireRequest['body']): Record<string, unknown> {
  if (typeof body !== 'string') return {};
  try {
    const fields: unknown = JSON.parse(body);
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}
