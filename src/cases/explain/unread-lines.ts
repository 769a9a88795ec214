import type { CassetteDocument, CassetteEntry } from '../../cassette/index.js';
import { type UnreadLine, unreadLinesIn, unreadNotes } from '../import/unread-results.js';
import { errorOf, exchangesIn } from './exchange.js';
import { fieldAtFault, noReason } from './field-at-fault.js';

/**
 * What an import did not read although it looks like a failure: the number of lines, and each line with the requests that
 * it can be about and the cause that it would have.
 */
export const unreadTexts = (documents: readonly CassetteDocument[]): string[] => [
  ...unreadNotes(documents),
  ...unreadLinesIn(documents).map(textOf),
];

function textOf(line: UnreadLine): string {
  const { place, text, near } = line;
  const [first, ...others] = near;
  const requests =
    first === undefined
      ? []
      : [`the nearest request is ${first}${others.length > 0 ? `, then ${others.join(', then ')}` : ''}`];
  const cause = possibleCause(line);
  return [`${place}: “${text}”`, ...requests, ...(cause === undefined ? [] : [`possible cause: ${cause}`])].join('; ');
}

/** The cause that the nearest request would have with this failure. */
function possibleCause({ near: [nearest = ''], status, code, field, message }: UnreadLine): string | undefined {
  if (status === undefined || status < 400) return message;
  const [, method = 'GET', address = ''] = /^([A-Z]+) (\S+)$/.exec(nearest) ?? [];
  const url = address.startsWith('/') ? `https://host.invalid${address}` : address;
  if (!URL.canParse(url)) return message;
  const error = { code: code ?? String(status), message: message ?? '', attribute: field ?? null };
  const entry: CassetteEntry = {
    ...{ kind: 'http', request: { method, url } },
    response: { status, ...(message !== undefined && { body: { json: { errors: [error] } } }) },
  };
  const [exchange] = exchangesIn([entry]);
  if (!exchange?.call) return message;
  const { cause, facts } = fieldAtFault(exchange, exchange.call, errorOf(exchange), () => false);
  return cause === noReason(entry) ? facts.at(-1) : cause;
}
