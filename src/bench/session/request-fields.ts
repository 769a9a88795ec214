import type { WireRequest } from '../../http/index.js';

/** The fields of a request's body, JSON or a form. */
export function fieldsOf(body: WireRequest['body']): Record<string, unknown> {
  if (typeof body !== 'string') return {};
  try {
    const fields: unknown = JSON.parse(body);
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}
