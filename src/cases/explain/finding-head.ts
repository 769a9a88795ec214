import { textOf } from '../../cassette/index.js';
import { type Exchange, errorOf, isObject } from './exchange.js';
import type { Finding } from './explain.js';

/** The request of a finding, and the words of the server about it. */
export const headOf = (exchange: Exchange) => ({ ...lineOf(exchange), server: wordsOf(exchange) });

/** The words of the server, and the words of the program about an error without a response. */
function wordsOf(exchange: Exchange): string[] {
  const { errors } = errorOf(exchange);
  const { code, message } = exchange.entry;
  // An import knows the blocked request of a browser by its preflight, without words.
  const program = message ?? (code === 'CORS' ? undefined : code)?.replace(/^NET_ERR_/, 'net::ERR_');
  const messages = [...new Set(errors.map(({ message }) => message))];
  const text = textOf(exchange.entry.response?.body).trim();
  const isShort = exchange.status >= 400 && messages.length === 0 && /^[^<{[][^\n]{0,200}$/.test(text);
  const more = isObject(exchange.answer) ? exchange.answer.error_message : undefined;
  return [
    ...messages,
    ...(isShort ? [text] : []),
    ...(typeof more === 'string' && more !== '' ? [more] : []),
    ...(exchange.status === 0 && program !== undefined ? [program] : []),
  ].slice(0, MAX_QUOTED);
}

const MAX_QUOTED = 5;

/** The sandbox is asked for requests only. A webhook without an answer, which has no index, stays without one. */
export const lineOf = ({ index, number, entry, url, call, status }: Exchange) => ({
  exchange: number,
  request: `${entry.request.method} ${url.pathname}${url.search}`,
  ...(call && { operation: call.operation }),
  status,
  isAsked: entry.unanswered === true && index >= 0,
});

/** The cause of a result that can be of another request is a guess. */
export const atMostLikely = (finding: Finding, { entry }: Exchange): Finding =>
  entry.joined && finding.level === 'certain' ? { ...finding, level: 'likely' } : finding;

export const joinedFacts = ({ entry }: Exchange): string[] =>
  entry.joined ? ['the text has this result apart from the request, so it can be of another request'] : [];
