import { rankByWords, stemmedWords } from '../../../search/index.js';
import type { Fields, Handlers, RequestOf, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { changeItem, crud } from '../../respond/resources.js';
import { found } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { isHttpUrl, refuse } from '../refusals.js';
import type { Chunking } from './chunk-text.js';
import { addDocument, allDocuments, type Chunk, chunks, type Document } from './document.js';
import { FURNISHED } from './furnished-texts.js';

export const datasphere: Handlers = {
  ...crud('datasphere.documents', allDocuments, {
    add: ({ state, input }) => {
      const { url, tags = [] } = input;
      if (!isHttpUrl(url) || !URL.canParse(url))
        throw refuse('url', 'url must be an http or https URL', 'http_url_required');
      return addDocument(state, url, tags, chunkingOf(input));
    },
    update: ({ input: { tags } }) => (tags === undefined ? {} : { tags }),
    view,
    beforeDelete: ({ id }, { state }) => chunks.deleteAll(state, id),
  }),
  'datasphere.documents.search': search,
  'datasphere.documents.list_chunks': (request) => {
    const document = documentOf(request);
    return page(request, chunks.of(request.state, document.id), (chunk) => chunkView(request.state, document, chunk));
  },
  'datasphere.documents.get_chunk': (request) => chunkView(request.state, documentOf(request), chunkOf(request)),
  'datasphere.documents.delete_chunk': (request) => {
    const document = documentOf(request);
    chunks.delete(request.state, chunkOf(request).id);
    const number_of_chunks = document.number_of_chunks - 1;
    changeItem(request.state, allDocuments, document, { number_of_chunks });
  },
};

export function seedDocuments(state: State, wait: (seconds: number) => void): void {
  for (const url of Object.keys(FURNISHED))
    addDocument(state, url, ['handbook'], chunkingOf({ chunking_strategy: 'paragraph' }));
  wait(60);
}

/** The settings of each chunking strategy, with their defaults. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, number | boolean>>>> = {
  sentence: { max_sentences_per_chunk: 50, split_newlines: false },
  sliding: { chunk_size: 50, overlap_size: 10 },
  paragraph: {},
  page: {},
};

type Create = RequestOf<'datasphere.documents.create'>['input'];

function chunkingOf(input: Pick<Create, 'chunking_strategy'> & Fields): Chunking {
  const { chunking_strategy: strategy = 'sentence', ...fields } = input;
  const own = SETTINGS[strategy] ?? {};
  for (const name of Object.values(SETTINGS).flatMap((settings) => Object.keys(settings)))
    if (fields[name] !== undefined && !(name in own))
      throw refuse(name, `${name} does not belong to ${strategy} chunking`, `invalid_for_${strategy}_chunking`);
  const none = { max_sentences_per_chunk: null, split_newlines: null, chunk_size: null, overlap_size: null };
  const given = Object.fromEntries(Object.keys(own).map((name) => [name, fields[name] ?? own[name]]));
  const chunking = { ...none, ...given, chunking_strategy: strategy } as Chunking;
  const { chunk_size: size, overlap_size: overlap } = chunking;
  if (overlap !== null && overlap >= (size ?? 0))
    throw refuse('overlap_size', 'overlap_size must be less than chunk_size');
  return chunking;
}

/** The text of a chunk never changes, so its words are cached. */
const known = new WeakMap<Chunk, readonly string[]>();
function wordsOf(chunk: Chunk): readonly string[] {
  let words = known.get(chunk);
  if (words === undefined) known.set(chunk, (words = stemmedWords(chunk.content)));
  return words;
}

// The platform uses semantic distance. The sandbox uses how far a score is below the best score: 0 returns only chunks
// with the best score, and 10 returns every chunk that shares a word with the query.
const FARTHEST = 10;

function search({ state, input }: RequestOf<'datasphere.documents.search'>): unknown {
  const { query_string, tags = [], document_id, count = 5, distance = FARTHEST } = input;
  const documents = document_id === undefined ? [...allDocuments(state)] : [oneDocument(state, document_id)];
  const among = documents
    .filter((document) => tags.every((tag) => document.tags.includes(tag)))
    .flatMap(({ id }) => [...chunks.of(state, id)]);
  const ranked = rankByWords(query_string, among, wordsOf);
  const best = ranked[0]?.score ?? 0;
  const near = ranked.filter(({ score }) => FARTHEST * (1 - score / best) <= distance).slice(0, count);
  return { chunks: near.map(({ item }) => ({ text: item.content, document_id: item.datasphere_document_id })) };
}

function oneDocument(state: State, id: string): Document {
  const document = allDocuments(state).get(id);
  if (!document)
    throw refuse('document_id', 'document_id must be the id of a document; list them with datasphere.documents.list');
  return document;
}

const documentOf = ({ state, params }: RequestWith<'document_id'>): Document =>
  found(allDocuments(state).get(params.document_id));

const chunkOf = (request: RequestWith<'document_id' | 'chunk_id'>): Chunk =>
  found(chunks.of(request.state, documentOf(request).id).get(request.params.chunk_id));

function view(document: Document): unknown {
  return { ...document, chunks_uri: `/api/datasphere/documents/${document.id}/chunks` };
}

const chunkView = (state: State, { tags }: Document, chunk: Chunk) => ({
  ...chunk,
  project_id: state.project,
  status: 'completed',
  tags,
});
