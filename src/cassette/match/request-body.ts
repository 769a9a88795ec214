import type { Dispatcher } from 'undici';

/** A request's body in bytes, with the content type that a form brings along. */
export interface ReadBody {
  readonly body: string | Uint8Array | undefined;
  readonly type?: string | undefined;
}

/** At once, for bodies that are there already; streams, blobs and forms have to be read. */
export function bodyAtHand(body: unknown): ReadBody | undefined {
  if (body === null || body === undefined) return { body: undefined };
  if (typeof body === 'string' || body instanceof Uint8Array) return { body };
  if (ArrayBuffer.isView(body)) return { body: new Uint8Array(body.buffer, body.byteOffset, body.byteLength) };
  return body instanceof ArrayBuffer ? { body: new Uint8Array(body) } : undefined;
}

/** Reads a body to its end. */
export async function readBody(body: Dispatcher.DispatchOptions['body']): Promise<ReadBody> {
  const given = body as unknown;
  if (isForm(given) || given instanceof Blob) {
    const response = new Response(isForm(given) ? nativeForm(given) : given);
    return {
      body: new Uint8Array(await response.arrayBuffer()),
      type: response.headers.get('content-type') ?? undefined,
    };
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of given as AsyncIterable<string | Uint8Array>) {
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  }
  return { body: Buffer.concat(chunks) };
}

type Entries = Iterable<[string, string | File]>;

const isForm = (body: unknown): body is Entries =>
  typeof body === 'object' &&
  body !== null &&
  (body as Partial<Record<symbol, unknown>>)[Symbol.toStringTag] === 'FormData';

/** The form of another copy of undici is a stranger to this one. */
function nativeForm(entries: Entries): FormData {
  const form = new FormData();
  for (const [name, value] of entries) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, value.name);
  }
  return form;
}
