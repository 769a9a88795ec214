import { type Followed, type FollowOptions, type Send, TransportFault } from '../../http/index.js';
import { decodeText } from './charset.js';
import { ENCODINGS, unpacked } from './content-encoding.js';

export interface PageOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** The limit for the response, both packed and unpacked. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
  readonly mayFollow?: FollowOptions['mayFollow'];
  /** The accepted content types. The default is all text. */
  readonly accepts?: RegExp;
}

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** Whether the server allows a copy to be stored. */
  readonly mayKeep: boolean;
}

/** Why a page could not be fetched. Repeats at most a status and a content type of the response. */
export class PageError extends Error {
  override readonly name = 'PageError';
  constructor(
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const MAX_BYTES = 2 * 2 ** 20;
const TEXT = /^(text\/[\w.+-]+|application\/([\w.-]+\+)?(xml|json))$/;

/** Fetches a page as text, within limits of time and size. Other types of content are an error. */
export async function fetchPage(send: Send, url: string, options: PageOptions): Promise<Page> {
  const { headers = {}, timeoutMs, maxBytes = MAX_BYTES, signal, mayFollow, accepts = TEXT } = options;
  if (!URL.canParse(url)) throw new PageError('that is not the address of a web page');
  const answer = await answered(send, url, { headers, timeoutMs, maxBytes, signal, mayFollow });
  if (answer.status < 200 || answer.status > 299)
    throw new PageError(`it returned status ${answer.status}`, answer.status);
  const header = answer.headers['content-type'] ?? '';
  let bytes = await plainBytes(answer.body, answer.headers['content-encoding'] ?? '', maxBytes);
  let type = typeOf(header, bytes);
  // Sitemaps are often stored as gzip files, which is not a content encoding.
  if (/^application\/(x-)?gzip$/.test(type)) {
    bytes = await plainBytes(bytes, 'gzip', maxBytes);
    type = typeOf('', bytes);
  }
  if (!accepts.test(type)) throw new PageError(`its type is ${type}, which is not text`, answer.status);
  const mayKeep = !/\bno-(store|cache)\b/i.test(answer.headers['cache-control'] ?? '');
  return { url: answer.url, status: answer.status, type, text: decodeText(bytes, header), mayKeep };
}

async function answered(
  send: Send,
  url: string,
  { headers, timeoutMs, maxBytes, signal, mayFollow }: Omit<PageOptions, 'accepts'>,
): Promise<Followed> {
  try {
    return await send(
      {
        method: 'GET',
        url,
        headers: { accept: 'text/html, text/*;q=0.9, */*;q=0.5', 'accept-encoding': ENCODINGS, ...headers },
        ...(maxBytes !== undefined && { maxBytes }),
        ...(signal && { signal }),
      },
      { timeoutMs, ...(mayFollow && { mayFollow }) },
    );
  } catch (fault) {
    signal?.throwIfAborted();
    throw new PageError(whyNot(fault, timeoutMs), undefined, { cause: fault });
  }
}

function whyNot(fault: unknown, timeoutMs: number): string {
  const tooLate = `it did not respond within ${timeoutMs / 1000} s`;
  // A transport may reject with the reason of the signal itself.
  if (fault instanceof Error && ['TimeoutError', 'AbortError'].includes(fault.name)) return tooLate;
  if (!(fault instanceof TransportFault)) throw fault;
  switch (fault.kind) {
    case 'aborted':
    case 'timeout':
      return tooLate;
    case 'too_large':
      return 'it is too large';
    case 'refused':
      return 'no server responds at its address';
    case 'reset':
      return 'the connection broke';
    case 'not_allowed':
      if (/^more than \d+ redirects/.test(fault.message)) return 'it redirects too often, or in a circle';
      // The message names the option with which the user can allow it.
      return /--live$/.test(fault.message) ? fault.message : 'its address, or one it redirects to, is not allowed here';
    case 'miss':
      return fault.message; // the message says what is recorded and how to continue
  }
}

async function plainBytes(body: Uint8Array, encoding: string, maxBytes: number): Promise<Uint8Array> {
  if (body.length > maxBytes) throw new PageError('it is too large');
  try {
    return await unpacked(body, encoding, maxBytes);
  } catch (cause) {
    const isBomb = cause instanceof RangeError;
    throw new PageError(isBomb ? 'it is too large' : 'its content encoding cannot be decoded', undefined, { cause });
  }
}

/** Without a content type in the header, content is taken for text if its start has no zero byte. */
function typeOf(header: string, bytes: Uint8Array): string {
  const stated = header.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (/^[\w.+-]+\/[\w.+-]+$/.test(stated)) return stated.slice(0, 80);
  const head = bytes.subarray(0, 1024);
  if (head.includes(0)) return 'application/octet-stream';
  const start = Buffer.from(head).toString('latin1');
  if (/^\W{0,3}<\?xml/.test(start)) return 'text/xml';
  return /<[a-z!]/i.test(start) ? 'text/html' : 'text/plain';
}

export const isHtml = (type: string): boolean => type === 'text/html' || type === 'application/xhtml+xml';
