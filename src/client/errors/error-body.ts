import type { FieldError } from '../public-types.js';

export function readErrorBody(body: unknown): { code?: string; errors: FieldError[] } {
  if (typeof body !== 'object' || body === null) return { errors: [] };
  const { errors: listed, error } = body as { errors?: unknown; error?: unknown };
  const found = Array.isArray(listed)
    ? listed.map(readOne)
    : typeof error === 'string'
      ? [{ message: error }]
      : [readOne(body)];
  const errors = found.filter((one): one is FieldError => one !== undefined);
  const code = errors.find((one) => one.code !== undefined)?.code;
  return { ...(code !== undefined && { code }), errors };
}

function readOne(item: unknown): FieldError | undefined {
  if (typeof item === 'string') return { message: item };
  if (typeof item !== 'object' || item === null) return undefined;
  const { message, detail, title, code, attribute, url, more_info } = item as Record<string, unknown>;
  const text = [message, detail, title].find((one): one is string => typeof one === 'string');
  if (text === undefined) return undefined;
  const link = typeof url === 'string' ? url : more_info;
  return {
    message: text,
    ...(code !== undefined && code !== null && { code: String(code) }),
    ...(typeof attribute === 'string' && { attribute }),
    ...(typeof link === 'string' && { url: link }),
  };
}
