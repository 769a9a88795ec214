import { isOnThisMachine } from '../../outbound/is-local-url.js';
import { wantText } from '../../outbound/pending-documents.js';
import { owned } from '../../state/owned.js';
import { addThing, type Thing } from '../../state/resources.js';
import { kind, type State } from '../../state/state.js';
import { after } from '../../time/moments.js';
import { type Duties, later } from '../../time/schedule.js';
import { type Chunking, chunkText } from './chunk-text.js';
import { FURNISHED } from './furnished-texts.js';

export interface Document extends Thing, Chunking {
  readonly url: string;
  readonly filename: string;
  readonly tags: readonly string[];
  readonly status: Status;
  readonly number_of_chunks: number;
  /** The document is due to be read, but its text has not arrived yet. */
  readonly overdue?: true;
}
type Status = 'submitted' | 'in_progress' | 'completed' | 'failed';

export interface Chunk {
  readonly id: string;
  readonly datasphere_document_id: string;
  readonly content: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export const allDocuments = kind<Document>('documents');
export const chunks = owned<Chunk>('chunks');
/** Texts that have arrived from servers on this machine, until the document is read. */
const texts = kind<{ readonly id: string; readonly text: string | null }>('texts');

const STARTS_AFTER_MS = 2000;
const READ_AFTER_MS = 3000;

/** Submits a document and schedules its processing. A text on this machine is downloaded. */
export function addDocument(state: State, url: string, tags: readonly string[], how: Chunking): Document {
  const filename = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? 'document';
  const base = { url, filename, tags, ...how, number_of_chunks: 0 };
  const document = addThing<Document>(state, allDocuments, { ...base, status: 'submitted' });
  later(state, { at: after(document.created_at, STARTS_AFTER_MS), what: 'document is taken up', of: document.id });
  if (isOnThisMachine(url)) wantText(state, document.id, url);
  return document;
}

/** Scheduled events of documents. */
export const documentDuties: Duties = {
  'document is taken up': (state, { of, at }) => {
    if (moved(state, of, 'in_progress', at))
      later(state, { at: after(at, READ_AFTER_MS), what: 'document is read', of });
  },
  'document is read': (state, { of, at }) => {
    const document = allDocuments(state).get(of);
    if (!document) return;
    const come = texts(state).get(of);
    if (!isOnThisMachine(document.url)) read(state, of, FURNISHED[document.url] ?? null, at);
    else if (come) read(state, of, come.text, at);
    else allDocuments(state).replace({ ...document, overdue: true });
    texts(state).delete(of);
  },
};

/** Receives the text of a document; null if it could not be fetched. */
export function takeText(state: State, id: string, text: string | null, at: string): void {
  const document = allDocuments(state).get(id);
  if (!document) return;
  if (document.overdue) read(state, id, text, at);
  else texts(state).add({ id, text });
}

function read(state: State, id: string, text: string | null, at: string): void {
  const document = allDocuments(state).get(id);
  if (!document) return;
  const pieces = text === null ? [] : chunkText(text, document);
  if (pieces.length === 0) {
    moved(state, id, 'failed', at);
    return;
  }
  for (const content of pieces)
    chunks.add(state, id, {
      id: state.ids.uuid(),
      datasphere_document_id: id,
      content,
      created_at: at,
      updated_at: at,
    });
  moved(state, id, 'completed', at, pieces.length);
}

function moved(state: State, id: string, status: Status, at: string, number_of_chunks = 0): Document | undefined {
  const document = allDocuments(state).get(id);
  return document && allDocuments(state).replace({ ...document, status, number_of_chunks, updated_at: at });
}
