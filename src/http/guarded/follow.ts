import { timerMs } from '../../util/index.js';
import { withAmbient } from '../ambient-signal.js';
import { type Transport, TransportFault, type WireRequest, type WireResponse } from '../transport.js';

export interface FollowOptions {
  readonly maxRedirects?: number;
  /** The limit for all hops together. */
  readonly timeoutMs?: number;
  /** Decides whether to follow a redirect, in addition to the checks of the transport. */
  readonly mayFollow?: (url: string) => boolean | Promise<boolean>;
}

export interface Followed extends WireResponse {
  readonly url: string;
}

/** The headers that another origin may receive. Other headers may contain keys. */
const HARMLESS = ['accept', 'accept-language', 'user-agent'];

/** Follows redirects. Another origin receives no credentials and no body, and loses permissions. */
export async function sendAndFollow(
  transport: Transport,
  request: WireRequest,
  { maxRedirects = 5, timeoutMs = 30_000, mayFollow }: FollowOptions = {},
): Promise<Followed> {
  const { signal, release } = limited(timeoutMs, withAmbient(request.signal));
  try {
    return await follow(transport, { ...request, signal }, maxRedirects, mayFollow);
  } finally {
    release();
  }
}

async function follow(
  transport: Transport,
  request: WireRequest,
  maxRedirects: number,
  mayFollow: FollowOptions['mayFollow'],
): Promise<Followed> {
  let next = request;
  for (let hop = 0; ; hop++) {
    const response = await transport.send(next);
    const { location } = response.headers;
    if (![301, 302, 303, 307, 308].includes(response.status) || location === undefined) {
      return { ...response, url: next.url };
    }
    if (hop === maxRedirects) {
      throw new TransportFault('not_allowed', `more than ${maxRedirects} redirects, the last to ${location}`);
    }
    next = redirected(next, response.status, location);
    if (mayFollow && !(await mayFollow(next.url))) {
      throw new TransportFault('not_allowed', `a redirect to ${next.url}, which is not followed`);
    }
  }
}

/** `AbortSignal.timeout` and `AbortSignal.any` keep the request and its response in memory until the timeout. */
function limited(timeoutMs: number, caller: AbortSignal | undefined) {
  const over = new AbortController();
  const late = () => over.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  const giveUp = () => over.abort(caller?.reason);
  const timer = setTimeout(late, timerMs(timeoutMs));
  caller?.addEventListener('abort', giveUp);
  if (caller?.aborted) giveUp();
  const release = () => {
    clearTimeout(timer);
    caller?.removeEventListener('abort', giveUp);
  };
  return { signal: over.signal, release };
}

function redirected(request: WireRequest, status: number, location: string): WireRequest {
  if (!URL.canParse(location, request.url)) throw new TransportFault('not_allowed', `a redirect to ${location}`);
  const url = new URL(location, request.url);
  const keepsMethod = status === 307 || status === 308 || ['GET', 'HEAD'].includes(request.method);
  const { body, headers, allowPrivate, verifyTls, ...rest } = request;
  const isSame = url.origin === new URL(request.url).origin;
  if (keepsMethod && body !== undefined && !isSame) {
    throw new TransportFault('not_allowed', `a redirect would send the body to ${url.origin}`);
  }
  const kept = Object.entries(headers).filter(
    ([name]) => (isSame && (keepsMethod || !name.startsWith('content-'))) || HARMLESS.includes(name),
  );
  return {
    ...rest,
    url: url.href,
    method: keepsMethod ? request.method : 'GET',
    headers: Object.fromEntries(kept),
    ...(keepsMethod && body !== undefined && { body }),
    ...(isSame && allowPrivate && { allowPrivate }),
    ...(isSame && verifyTls !== undefined && { verifyTls }),
  };
}
