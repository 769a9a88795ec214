import {
  askJson,
  kindOfStatus,
  plainLine,
  plainText,
  type Send,
  ServiceFailure,
  secretCutter,
  valueAt,
} from '../../index.js';

export interface KnowledgeBase {
  readonly address: string;
  readonly project_id: string;
  readonly token: string;
  /** All fields of the request body except `query_string`. */
  readonly search: Readonly<Record<string, unknown>>;
}

const TIMEOUT_MS = 30_000;
const MAX_CHUNK_LENGTH = 8000;

/** Returns the chunks of text that match a question, in the order of the service. */
export async function searchDocuments(
  send: Send,
  { address, project_id, token, search }: KnowledgeBase,
  query_string: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const basic = Buffer.from(`${project_id}:${token}`).toString('base64');
  const request = {
    method: 'POST',
    url: address,
    headers: { authorization: `Basic ${basic}`, accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ ...search, query_string }),
    // The user configures the address, so it may be private.
    allowPrivate: true,
    ...(signal && { signal }),
  };
  const { status, body } = await askJson(send, request, TIMEOUT_MS);
  if (status !== 200) {
    const reason = valueAt(body, 'errors[0].message') ?? valueAt(body, 'error') ?? '';
    const message = secretCutter([token, basic]).text(`${status} ${reason}`);
    throw new ServiceFailure(kindOfStatus(status), plainLine(message, 300));
  }
  const chunks = valueAt(body, 'chunks');
  if (!Array.isArray(chunks)) throw new ServiceFailure('malformed', 'the response has no chunks');
  return chunks.map(textOf).filter((text) => text !== '');
}

/** The platform names the field `text`; compatible services use the other names. */
function textOf(chunk: unknown): string {
  const text = ['text', 'content', 'chunk'].map((name) => valueAt(chunk, name)).find((one) => typeof one === 'string');
  return plainText(typeof text === 'string' ? text : (JSON.stringify(chunk) ?? ''), MAX_CHUNK_LENGTH).trim();
}
