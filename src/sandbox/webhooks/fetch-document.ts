import { TransportFault, type WireResponse } from '../../http/index.js';
import type { Exchange } from '../engine/run/story.js';
import { isHttpUrl, notSent, type OutboundRequest, wireRequest } from '../outbound/outbound-request.js';
import type { PendingRequest } from '../runs/call-run.js';
import type { Hidden, WebhookSender } from './webhook-sender.js';

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 2 ** 20;

/** Requests a document from a server on this machine, as the platform would. Other hosts are not contacted. */
export async function fetchDocument(
  event: string,
  request: OutboundRequest,
  webhooks: WebhookSender,
): Promise<Exchange> {
  const { url, method } = request;
  const base = { method, url, body: '', status: null, type: '', text: '', headers: {} };
  if (!isHttpUrl(url)) return { ...base, problem: `${url} is not an http or https URL` };
  if (!webhooks.reaches(url)) {
    const problem = notSent(url);
    return { ...base, problem, isOffline: true };
  }
  const wire = wireRequest(request);
  const body = typeof wire.body === 'string' ? { body: wire.body } : {};
  return exchange(event, { method, url: wire.url, headers: wire.headers, ...body }, TIMEOUT_MS, webhooks);
}

/** Sends a request to a server of the user. A failure is part of the result. */
export async function exchange(
  event: string,
  request: PendingRequest['request'],
  timeoutMs: number,
  webhooks: WebhookSender,
  hidden?: Hidden,
): Promise<Exchange> {
  const { method, url, body = '' } = request;
  const base = { method, url, body, status: null, type: '', text: '', headers: {} };
  try {
    const response = await webhooks.send(event, request, { timeoutMs, maxBytes: MAX_BYTES }, hidden);
    return { ...base, ...readResponse(url, response) };
  } catch (error) {
    if (!(error instanceof TransportFault)) throw error;
    return { ...base, problem: `${url} did not respond: ${error.message}` };
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
  return { status, type, text, headers, problem: problem && problem + redirect };
}
