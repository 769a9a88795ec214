import type { CassetteDocument } from '../../cassette/index.js';
import { counted, isPlain } from '../../util/index.js';
import type { FoundRequest } from './found-request.js';

/** A status in the form of a program: `HTTP/1.1 422`, `STATUS : 422`, `<- 422`, `-> 500`, `422 Unprocessable Entity`. */
const STATUS =
  /(?:HTTP\/[\d.]+ |\bstatus\w*["']?\s{0,9}[:=]\s{0,4}["']?|\bresultCode["']?\s{0,4}[:=]\s{0,4}["']?|<-{1,4} |-{1,4}> |→ |^\s{0,40})([45]\d\d)\b(?!\s?(?:ms|s|bytes|B)\b)/gi;
/** At the start of a line, a status has its reason or nothing behind it. */
const REASON = /^(?:\s*$| [A-Z][a-z]+)/;
/** The body of a refusal. */
const REFUSAL = /"errors?"\s{0,9}:\s{0,9}[[{"]|"code"\s{0,9}:[^\n]{0,200}"message"\s{0,9}:/;
const MAX_LINE = 20_000;

/** The numbers of the lines that look like a status or a refusal, but are in no response that was read. */
export function unreadResults(text: string, requests: readonly FoundRequest[]): number[] {
  const statuses = new Set(requests.flatMap(({ response }) => (response ? [response.status] : [])));
  let bodies: string | undefined;
  return text.split('\n').flatMap((line, i) => {
    if (line.length > MAX_LINE) return [];
    const isStatus = [...line.matchAll(STATUS)].some(
      (one) =>
        !statuses.has(Number(one[1])) && (!/^\s*\d/.test(one[0]) || REASON.test(line.slice(one.index + one[0].length))),
    );
    if (isStatus) return [i + 1];
    const refusal = REFUSAL.exec(line);
    if (!refusal) return [];
    bodies ??= squeezed(requests.flatMap(({ response, body }) => [textOf(response?.body), textOf(body)]).join('\n'));
    return bodies.includes(squeezed(refusal[0])) ? [] : [i + 1];
  });
}

const textOf = (bytes: Uint8Array | undefined): string => (bytes ? Buffer.from(bytes).toString('utf8') : '');

/** A log can escape JSON, or print it with other spaces. */
const squeezed = (text: string): string => text.replace(/[\s\\]+/g, '');

/** The note for the report of the import and for the recording, which `explain` reads. A session has such notes too. */
export function unreadNote(lines: number, first: string): CassetteDocument {
  const [look, were] = lines === 1 ? ['looks', 'was'] : ['look', 'were'];
  const text = `${counted(lines, 'line')} that ${look} like a status or an error ${were} not read, first ${first}`;
  return { kind: 'note', text, unread_lines: lines };
}

/** The text of the notes on lines that the import did not read. */
export const unreadNotes = (documents: readonly CassetteDocument[]): string[] =>
  documents.flatMap((one) => {
    const { kind, text, unread_lines } = isPlain(one) ? (one as Readonly<Record<string, unknown>>) : {};
    return kind === 'note' && typeof unread_lines === 'number' && typeof text === 'string' ? [text] : [];
  });
