import type { CassetteDocument } from '../../cassette/index.js';
import { counted, isPlain } from '../../util/index.js';

/** A line that looks like a failure, and that no request that was read accounts for. */
export interface UnreadLine {
  /** `ticket.txt, line 9` */
  readonly place: string;
  readonly text: string;
  /** The nearest requests that the text names, such as `POST https://…`. */
  readonly near: readonly string[];
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly field?: string | undefined;
  readonly message?: string | undefined;
}

export const MAX_UNREAD_LINES = 10;
const MAX_QUOTED = 200;

/** The note for the report of the import and for the recording, which `explain` reads. A session has such notes too. */
export function unreadNote(lines: readonly UnreadLine[]): CassetteDocument {
  const [look, were] = lines.length === 1 ? ['looks', 'was'] : ['look', 'were'];
  const text = `${counted(lines.length, 'line')} ${look} like a failure and ${were} not read as a request, first ${lines[0]?.place}`;
  return { kind: 'note', text, unread_lines: lines.length, lines: lines.slice(0, MAX_UNREAD_LINES) };
}

/** A line for people. A word that would be cut is left out, because a part of a secret is not recognized as one. */
export function quoted(line: string, at: number): string {
  const start = at > MAX_QUOTED / 2 ? line.indexOf(' ', at - MAX_QUOTED / 2) + 1 : 0;
  const rest = line.slice(start).trim();
  const text = rest.length <= MAX_QUOTED ? rest : rest.slice(0, Math.max(0, rest.lastIndexOf(' ', MAX_QUOTED)));
  return `${start > 0 ? '… ' : ''}${text}${rest.length > text.length ? ' …' : ''}`;
}

/** The notes of a recording on lines that the import did not read. */
const notesIn = (documents: readonly CassetteDocument[]): Readonly<Record<string, unknown>>[] =>
  documents.flatMap((one) => {
    const note = isPlain(one) ? (one as Readonly<Record<string, unknown>>) : {};
    return note.kind === 'note' && typeof note.unread_lines === 'number' ? [note] : [];
  });

/** The text of these notes. */
export const unreadNotes = (documents: readonly CassetteDocument[]): string[] =>
  notesIn(documents).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));

/** The lines of these notes. A file can have any value in their place. */
export const unreadLinesIn = (documents: readonly CassetteDocument[]): UnreadLine[] =>
  notesIn(documents).flatMap(({ lines }) => (Array.isArray(lines) ? lines.filter(isUnreadLine) : []));

const isUnreadLine = (value: unknown): value is UnreadLine =>
  isPlain(value) &&
  typeof value.text === 'string' &&
  typeof value.place === 'string' &&
  Array.isArray(value.near) &&
  value.near.every((one) => typeof one === 'string') &&
  [value.code, value.field, value.message].every((one) => one === undefined || typeof one === 'string') &&
  (value.status === undefined || typeof value.status === 'number');
