import { bool, int, list, none, num, oneOf, orNull, page, shape, str } from '../field.js';
import { op } from '../row.js';
import { paging } from './shared-fields.js';

const D = '/api/datasphere/documents';
const tags = list(str());
const chunking_strategy = oneOf(['sentence', 'paragraph', 'page', 'sliding']);
const status = oneOf(['submitted', 'in_progress', 'completed', 'failed']);
const stamps = { created_at: str(), updated_at: str() };

const DatasphereDocument = shape('DatasphereDocument', {
  id: str(), filename: str(), status, tags, chunking_strategy,
  max_sentences_per_chunk: orNull(int()), split_newlines: orNull(bool()), overlap_size: orNull(int()), chunk_size: orNull(int()),
  number_of_chunks: int(), chunks_uri: str(), ...stamps,
});
const DatasphereChunk = shape('DatasphereChunk', { id: str(), datasphere_document_id: str(), project_id: str(), status, tags, content: str(), ...stamps });
const DatasphereFindings = shape('DatasphereFindings', { chunks: list(shape('DatasphereFinding', { text: str(), document_id: str() })) });

const documents = {
  list:   op(`GET ${D}`, 'List documents.', { takes: paging, gives: page(DatasphereDocument) }),
  create: op(`POST ${D}`, 'Add a document and split it into chunks.', {
    needs: { url: str('The URL of the document.') },
    takes: {
      tags, chunking_strategy,
      max_sentences_per_chunk: int('Only for `sentence`.', { min: 1, default: 50 }), split_newlines: bool('Only for `sentence`.', { default: false }),
      chunk_size: int('Only for `sliding`.', { min: 1, default: 50 }), overlap_size: int('Only for `sliding`. Less than `chunk_size`.', { min: 0, default: 10 }),
    },
    ok: 201, gives: DatasphereDocument,
  }),
  get:    op(`GET ${D}/{document_id}`, 'Fetch one document.', { gives: DatasphereDocument }),
  update: op(`PATCH ${D}/{document_id}`, 'Update the tags of a document.', { takes: { tags }, demands: ['tags'], gives: DatasphereDocument }),
  delete: op(`DELETE ${D}/{document_id}`, 'Delete a document.', { spends: true, gives: none }),
  search: op(`POST ${D}/search`, 'Search the chunks that are closest in meaning to a question.', {
    needs: { query_string: str() },
    takes: {
      tags: list(str(), 'Only documents with these tags.'), document_id: str('Only this document.'), distance: num('The maximum distance in meaning.', { min: 0, max: 78.3836717690617 }),
      count: int('The maximum number of chunks.', { min: 1, default: 5 }), language: str(undefined, { default: 'en' }),
      pos_to_expand: list(str(), 'The word classes to expand with synonyms. Default NOUN, VERB, ADJ, ADV.'), max_synonyms: int(undefined, { min: 1, default: 10 }),
    },
    gives: DatasphereFindings,
  }),
  list_chunks:  op(`GET ${D}/{document_id}/chunks`, 'List the chunks of a document.', { takes: paging, gives: page(DatasphereChunk) }),
  get_chunk:    op(`GET ${D}/{document_id}/chunks/{chunk_id}`, 'Fetch one chunk.', { gives: DatasphereChunk }),
  delete_chunk: op(`DELETE ${D}/{document_id}/chunks/{chunk_id}`, 'Delete a chunk.', { spends: true, gives: none }),
};

export const datasphere = { documents };
