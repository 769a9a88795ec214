/** One error from the platform, independent of the format of the response body. */
export interface FieldError {
  readonly message: string;
  readonly code?: string;
  /** The field that the error is about. */
  readonly attribute?: string;
  readonly url?: string;
}

/** Parses the body of an error response. Supports all formats that the platform sends. */
export function readErrorBody(body: unknown): { code?: string; errors: FieldError[] } {
  if (typeof body !== 'object' || body === null) return { errors: [] };
  const { errors, error } = body as { errors?: unknown; error?: unknown };
  const found = Array.isArray(errors)
    ? errors.map(readOne)
    : typeof error === 'string'
      ? [{ message: error }]
      : [readOne(body)];
  const told = found.filter((one): one is FieldError => one !== undefined);
  const code = told.find((one) => one.code !== undefined)?.code;
  return { ...(code !== undefined && { code }), errors: told };
}

function readOne(item: unknown): FieldError | undefined {
  if (typeof item === 'string') return { message: item };
  if (typeof item !== 'object' || item === null) return undefined;
  const { message, detail, title, code, attribute, url, more_info } = item as Record<string, unknown>;
  const says = [message, detail, title].find((text): text is string => typeof text === 'string');
  if (says === undefined) return undefined;
  const where = typeof url === 'string' ? url : more_info;
  return {
    message: says,
    ...(code !== undefined && code !== null && { code: String(code) }),
    ...(typeof attribute === 'string' && { attribute }),
    ...(typeof where === 'string' && { url: where }),
  };
}
