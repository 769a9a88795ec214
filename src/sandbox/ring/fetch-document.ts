import { TransportFault, type WireResponse } from '../../http/index.js';
import { isHttpUrl, type OutboundRequest, wireRequest } from '../outbound/outbound-request.js';
import type { WebhookSender } from '../outbound/webhooks.js';

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

const LIMITS = { timeoutMs: 15_000, maxBytes: 2 ** 20 };

/** Requests a document from a server on this machine, as the platform would. Other hosts are not contacted. */
export async function fetchDocument(
  event: string,
  request: OutboundRequest,
  webhooks: WebhookSender,
): Promise<Exchange> {
  const { url, method } = request;
  const base = { method, url, body: '', status: null, type: '', text: '' };
  if (!isHttpUrl(url)) return { ...base, problem: `${url} is not an http or https URL` };
  if (!webhooks.reaches(url)) {
    const problem = `${new URL(url).host} is not on this machine, so no request was sent: the sandbox only contacts servers on loopback`;
    return { ...base, problem };
  }
  const wire = wireRequest(request);
  const body = typeof wire.body === 'string' ? wire.body : '';
  try {
    const response = await webhooks.send(event, wire, LIMITS);
    return { ...base, url: wire.url, body, ...readResponse(url, response) };
  } catch (error) {
    if (!(error instanceof TransportFault)) throw error;
    return { ...base, url: wire.url, body, problem: `${wire.url} did not respond: ${error.message}` };
  }
}

function readResponse(url: string, { status, headers, body }: WireResponse) {
  const type = headers['content-type'] ?? '';
  const text = Buffer.from(body).toString('utf8');
  const isFine = status >= 200 && status < 300;
  const to = status >= 300 && status < 400 ? headers.location : undefined;
  const redirect =
    to === undefined ? '' : `, a redirect to ${to.slice(0, 200)}: redirects are not followed, so bind that URL instead`;
  const problem = isFine
    ? text.trim() === ''
      ? `${url}: the response is empty`
      : null
    : `${url}: the response status is ${status}`;
  return { status, type, text, problem: problem && problem + redirect };
}
