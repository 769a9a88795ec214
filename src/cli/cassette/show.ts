import { stringify } from 'yaml';
import { type CassetteEntry, openCassette } from '../../cassette/index.js';
import { cleanLine } from '../../show/index.js';
import { UsageError } from '../exit-codes.js';

/** Lists the exchanges of a recording, one line each, or prints one of them in full. */
export function show(file: string, number: string | undefined): string {
  const { entries } = openCassette(file);
  if (number === undefined)
    return entries.map((entry, i) => `${String(i + 1).padStart(4)}  ${line(entry)}`).join('\n') || 'no exchanges';
  const entry = /^\d+$/.test(number) ? entries[Number(number) - 1] : undefined;
  if (!entry && entries.length === 0) throw new UsageError(`${file} has no exchanges`);
  if (!entry) throw new UsageError(`${file} has exchanges 1 to ${entries.length}, not ${number}`);
  return stringify(entry, { aliasDuplicateObjects: false, lineWidth: 0 }).trimEnd();
}

/** Formats an exchange as `phone_numbers.list  GET /api/… → 200`. */
export function line({ op, request, response, fault }: CassetteEntry): string {
  const ending = [response?.status, fault].filter((part) => part !== undefined).join(', then ');
  const { pathname, search } = new URL(request.url);
  return cleanLine(`${op ?? '(unknown)'}  ${request.method} ${pathname}${search} → ${ending}`);
}

/** Returns one line per file with its origin and number of exchanges. */
export function list(files: readonly string[]): string {
  return files
    .map((file) => {
      const { header, entries, warnings } = openCassette(file);
      const http = entries.filter(({ kind }) => kind === 'http').length;
      const about = [
        `${http} ${http === 1 ? 'exchange' : 'exchanges'}`,
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
