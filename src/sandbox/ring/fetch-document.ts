import { liveTransport, mayBeLoopback, TransportFault, type WireResponse } from '../../http/index.js';
import { type OutboundRequest, wireRequest } from '../outbound/outbound-request.js';

/** One request to the user's server and its response. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  /** The body that was sent, as text. */
  readonly body: string;
  readonly status: number | null;
  readonly type: string;
  readonly text: string;
  /** Why there is no document, or null. */
  readonly problem: string | null;
}

const TIMEOUT_MS = 15_000;
const LARGEST = 2 ** 20;

/** Requests a document from a server on this machine, as the platform would. Other hosts are not contacted. */
export async function fetchDocument(request: OutboundRequest): Promise<Exchange> {
  const { url, method } = request;
  const told = { method, url, body: '', status: null, type: '', text: '' };
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return { ...told, problem: `${url} is no http URL` };
  if (!mayBeLoopback(new URL(url).hostname)) {
    const problem = `${new URL(url).host} is not on this machine, so nobody was asked: ring works with servers on loopback`;
    return { ...told, problem };
  }
  const wire = wireRequest(request);
  const body = typeof wire.body === 'string' ? wire.body : '';
  const transport = liveTransport({ timeoutMs: TIMEOUT_MS, maxBytes: LARGEST });
  try {
    const response = await transport.send(wire);
    return { ...told, url: wire.url, body, ...readAnswer(url, response) };
  } catch (error) {
    if (!(error instanceof TransportFault)) throw error;
    return { ...told, url: wire.url, body, problem: `${wire.url} did not answer: ${error.message}` };
  } finally {
    await transport.close?.();
  }
}

function readAnswer(url: string, { status, headers, body }: WireResponse) {
  const type = headers['content-type'] ?? '';
  const text = Buffer.from(body).toString('utf8');
  const isFine = status >= 200 && status < 300;
  const to = status >= 300 && status < 400 ? headers.location : undefined;
  const redirect =
    to === undefined ? '' : `, to ${to.slice(0, 200)}: redirects are not followed, so bind that URL itself`;
  const problem = isFine
    ? text.trim() === ''
      ? `${url}: the answer is empty`
      : null
    : `${url}: the answer is ${status}`;
  return { status, type, text, problem: problem && problem + redirect };
}
