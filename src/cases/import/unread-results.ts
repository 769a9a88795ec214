import type { CassetteDocument } from '../../cassette/index.js';
import { counted, isPlain } from '../../util/index.js';
import type { FoundRequest, Importer } from './found-request.js';
import { failedStatusesIn } from './logs/log-forms.js';

/** The body of a refusal. */
const REFUSAL = /"errors?"\s{0,9}:\s{0,9}[[{"]|"code"\s{0,9}:[^\n]{0,200}"message"\s{0,9}:/;
const MAX_LINE = 20_000;

/** The numbers of the lines that look like a status or a refusal, but are in no response that was read. */
export function unreadResults(
  text: string,
  requests: readonly FoundRequest[],
  { isStructured }: Pick<Importer, 'isStructured'> = {},
): number[] {
  const statuses = new Set(requests.flatMap(({ response }) => (response ? [response.status] : [])));
  let bodies: string | undefined;
  return text.split('\n').flatMap((line, i) => {
    if (line.length > MAX_LINE) return [];
    if (failedStatusesIn(line).some((status) => !statuses.has(status))) return [i + 1];
    // A document has an error as a value in many places, such as the settings of a program.
    if (isStructured) return [];
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
