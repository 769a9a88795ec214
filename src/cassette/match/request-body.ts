import type { Dispatcher } from 'undici';

/** The body of a request, and the content type that a form adds. */
export interface ReadBody {
  readonly body: string | Uint8Array | undefined;
  readonly type?: string | undefined;
}

/** Returns a body that is already in memory. Streams, blobs and forms must be read with `readBody`. */
export function bodyAtHand(body: unknown): ReadBody | undefined {
  if (body === null || body === undefined) return { body: undefined };
  if (typeof body === 'string' || body instanceof Uint8Array) return { body };
  if (ArrayBuffer.isView(body)) return { body: new Uint8Array(body.buffer, body.byteOffset, body.byteLength) };
  return body instanceof ArrayBuffer ? { body: new Uint8Array(body) } : undefined;
}

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

/** Copies the form: `Response` does not recognize a `FormData` of another copy of undici. */
function nativeForm(entries: Entries): FormData {
  const form = new FormData();
  for (const [name, value] of entries) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, value.name);
  }
  return form;
}
