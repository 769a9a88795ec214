import { missing, refused, type Walk } from './walk.js';

export const datasphere: Walk = async ({ datasphere: { documents } }, { clock }) => {
  const url = 'https://example.com/handbook/returns.txt';
  const made = await documents.create({
    url,
    tags: ['new'],
    chunking_strategy: 'sentence',
    max_sentences_per_chunk: 2,
  });
  await refused(documents.create({ url, chunking_strategy: 'page', chunk_size: 9 }), 422);
  await documents.get(made.id);
  clock.advance(30);
  await documents.list({ page_size: 2 });
  await documents.update(made.id, { tags: ['new', 'returns'] });
  await documents.search({ query_string: 'refunds', tags: ['returns'], count: 2 });
  await refused(documents.search({ query_string: 'refunds', document_id: 'unknown' }), 422);
  const { data } = await documents.list_chunks(made.id, { page_size: 3 });
  const chunk = data[0]?.id as string;
  await documents.get_chunk(made.id, chunk);
  await documents.delete_chunk(made.id, chunk);
  await missing(documents.get_chunk(made.id, chunk));
  await documents.delete(made.id);
  await missing(documents.get(made.id));
  await missing(documents.list_chunks(made.id));
};
