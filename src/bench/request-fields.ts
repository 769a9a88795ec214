import type { WireRequest } from '../http/index.js';

/** The fields of a request's body, as far as they tell one operation from another. */
export function fieldsOf(body: WireRequest['body']): Record<string, unknown> {
  try {
    const fields: unknown = typeof body === 'string' ? JSON.parse(body) : {};
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
