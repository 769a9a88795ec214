import { stringify } from 'yaml';
import { type Cassette, type CassetteEntry, openCassette, type WebhookEntry } from '../../cassette/index.js';
import { cleanLine } from '../../show/index.js';
import { UsageError } from '../exit-codes.js';

type Exchange = CassetteEntry | WebhookEntry;

/** The requests to the platform and those that the platform made to servers of the user, in order. */
export const exchangesOf = ({ documents }: Pick<Cassette, 'documents'>): Exchange[] =>
  documents.flatMap((document) => (document.kind === 'http' || document.kind === 'webhook' ? [document] : []));

/** Lists the exchanges of a recording, one line each, or prints one of them in full. */
export function show(file: string, number: string | undefined): string {
  const entries = exchangesOf(openCassette(file));
  if (number === undefined)
    return entries.map((entry, i) => `${String(i + 1).padStart(4)}  ${line(entry)}`).join('\n') || 'no exchanges';
  const entry = /^\d+$/.test(number) ? entries[Number(number) - 1] : undefined;
  if (!entry && entries.length === 0) throw new UsageError(`${file} has no exchanges`);
  if (!entry) throw new UsageError(`${file} has exchanges 1 to ${entries.length}, not ${number}`);
  return stringify(entry, { aliasDuplicateObjects: false, lineWidth: 0 }).trimEnd();
}

/** Formats an exchange as `phone_numbers.list  GET /api/… → 200`, or `webhook call document  POST /voice → 200`. */
export function line(exchange: Exchange): string {
  const { request, response, fault } = exchange;
  const name = exchange.kind === 'webhook' ? `webhook ${exchange.event}` : (exchange.op ?? '(unknown)');
  const ending = [response?.status, fault].filter((part) => part !== undefined).join(', then ') || 'no response';
  const { pathname, search } = new URL(request.url);
  return cleanLine(`${name}  ${request.method} ${pathname}${search} → ${ending}`);
}

/** Returns one line per file with its origin and number of exchanges. */
export function list(files: readonly string[]): string {
  return files
    .map((file) => {
      const { header, entries, documents, warnings } = openCassette(file);
      const webhooks = documents.filter(({ kind }) => kind === 'webhook').length;
      const about = [
        `${entries.length} ${entries.length === 1 ? 'exchange' : 'exchanges'}`,
        ...(webhooks > 0 ? [`${webhooks} ${webhooks === 1 ? 'webhook' : 'webhooks'}`] : []),
        `origin ${header.origin}`,
        header.tool,
        header.redaction,
      ];
      return [
        `${cleanLine(file)}: ${about.map(cleanLine).join(' · ')}`,
        ...warnings.map((warning) => `  ${cleanLine(warning)}`),
      ].join('\n');
    })
    .join('\n');
}
