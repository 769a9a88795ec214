import { isLocal, notSent } from '../../outbound/outbound-request.js';
import { addItem, type Item, type Stored } from '../../respond/resources.js';
import { owned } from '../../state/owned.js';
import { collection, type State } from '../../state/state.js';
import { after } from '../../time/clock.js';
import type { EventHandlers } from '../../time/schedule.js';
import { type Chunking, chunkText } from './chunk-text.js';
import { FURNISHED } from './furnished-texts.js';

export interface Document extends Item, Chunking {
  readonly url: string;
  readonly filename: string;
  readonly tags: readonly string[];
  readonly status: Status;
  readonly number_of_chunks: number;
  /** The document is due to be read, but its text has not arrived yet. */
  readonly overdue?: true;
}
type Status = 'submitted' | 'in_progress' | 'completed' | 'failed';

export interface Chunk extends Stored {
  readonly datasphere_document_id: string;
  readonly content: string;
}

export const allDocuments = collection<Document>('documents');
export const chunks = owned<Chunk>('chunks');
/** Texts that still have to be downloaded. Handlers are synchronous, so they cannot wait for them. */
export const pendingDownloads = collection<{ readonly id: string; readonly url: string }>('wanted_texts');
/** Texts that have arrived from servers on this machine, until the document is read. */
const texts = collection<{ readonly id: string } & Received>('texts');
/** Failed documents that the journal does not have yet. */
export const freshFailures = collection<DocumentFailure>('failed_documents');

/** A text, or the reason why there is none. */
export type Received = { readonly text: string } | { readonly problem: string };

export interface DocumentFailure {
  readonly id: string;
  readonly at: string;
  readonly url: string;
  readonly problem: string;
}

const STARTS_AFTER_MS = 2000;
const READ_AFTER_MS = 3000;

/** Submits a document and schedules its processing. A text on this machine is downloaded. */
export function addDocument(state: State, url: string, tags: readonly string[], how: Chunking): Document {
  const filename = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? 'document';
  const base = { url, filename, tags, ...how, number_of_chunks: 0 };
  const document = addItem<Document>(state, allDocuments, { ...base, status: 'submitted' });
  const at = after(document.created_at, STARTS_AFTER_MS);
  state.schedule.add({ at, what: 'document processing starts', of: document.id });
  if (isLocal(url)) pendingDownloads(state).add({ id: document.id, url });
  return document;
}

export const documentEvents: EventHandlers<'document processing ends' | 'document processing starts'> = {
  'document processing starts': (state, { of, at }) => {
    if (advance(state, of, 'in_progress', at))
      state.schedule.add({ at: after(at, READ_AFTER_MS), what: 'document processing ends', of });
  },
  'document processing ends': (state, { of, at }) => {
    const document = allDocuments(state).get(of);
    if (!document) return;
    const arrived = texts(state).get(of);
    if (!isLocal(document.url)) read(state, of, sampleText(document.url), at);
    else if (arrived) read(state, of, arrived, at);
    else allDocuments(state).replace({ ...document, overdue: true });
    texts(state).delete(of);
  },
};

function sampleText(url: string): Received {
  const text = FURNISHED[url];
  return text !== undefined ? { text } : { problem: notSent(url) };
}

export function receiveText(state: State, id: string, received: Received, at: string): void {
  const document = allDocuments(state).get(id);
  if (!document) return;
  if (document.overdue) read(state, id, received, at);
  else texts(state).add({ id, ...received });
}

function read(state: State, id: string, received: Received, at: string): void {
  const document = allDocuments(state).get(id);
  if (!document) return;
  const pieces = 'text' in received ? chunkText(received.text, document) : [];
  if (pieces.length === 0) {
    advance(state, id, 'failed', at);
    const problem = 'problem' in received ? received.problem : 'the text has no words';
    freshFailures(state).add({ id, at, url: document.url, problem });
    return;
  }
  const chunk = { datasphere_document_id: id, created_at: at, updated_at: at };
  for (const content of pieces) chunks.add(state, id, { ...chunk, id: state.ids.uuid(), content });
  advance(state, id, 'completed', at, pieces.length);
}

function advance(state: State, id: string, status: Status, at: string, number_of_chunks = 0): Document | undefined {
  const document = allDocuments(state).get(id);
  return document && allDocuments(state).replace({ ...document, status, number_of_chunks, updated_at: at });
}
