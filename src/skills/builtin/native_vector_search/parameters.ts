import { COMMON_PARAMETERS, DEFAULT_EXCLUDES, DEFAULT_TYPES, type ParameterSchema } from '../../index.js';

const text = { type: 'string' } as const;
const nlp = {
  type: 'string',
  enum: ['basic', 'spacy', 'nltk'],
} as const;
const NO_EFFECT = 'Has no effect. It is accepted so that configurations of other tools work.';

export const PARAMETERS = {
  tool_name: { ...COMMON_PARAMETERS.tool_name, default: 'search_knowledge' },
  index_file: { type: 'string', description: 'The .swsearch file to search.' },
  remote_url: {
    type: 'string',
    description: 'Address of a search server to use instead of a file. It can contain a user name and a password.',
  },
  index_name: { type: 'string', description: 'The index of the search server.', default: 'default' },
  backend: {
    type: 'string',
    description: 'The location of the index: a file, or Postgres with pgvector.',
    enum: ['sqlite', 'pgvector'],
    default: 'sqlite',
  },
  connection_string: {
    type: 'string',
    description: 'For pgvector: the database, for example postgresql://user:password@host:5432/name.',
    hidden: true,
    env_var: 'DATABASE_URL',
  },
  collection_name: { type: 'string', description: 'For pgvector: the collection of the database.' },
  count: { type: 'integer', description: 'Number of results.', default: 5, min: 1, max: 20 },
  similarity_threshold: {
    type: 'number',
    description: 'Minimum relevance of a result, from 0 to 1.',
    default: 0,
    min: 0,
    max: 1,
  },
  tags: { type: 'array', description: 'Search only chunks that have one of these tags.', default: [], items: text },
  keyword_weight: {
    type: 'number',
    description:
      'Weight of the words against the meaning: 0 uses only the meaning, 1 only the words. By default, the stronger of the two counts.',
    min: 0,
    max: 1,
  },
  model_name: {
    type: 'string',
    description:
      'The embedding model for building an index: mini, base, large, hash (compares words, for experiments), none, or a full model name. An existing index is searched with its own model.',
    default: 'mini',
  },
  embedding_url: {
    type: 'string',
    description: 'URL of an embedding service with the common API {model, input} → {data: [{embedding}]}.',
  },
  embedding_key: {
    type: 'string',
    description: 'API key of the embedding service.',
    hidden: true,
    env_var: 'EMBEDDING_API_KEY',
  },
  build_index: {
    type: 'boolean',
    description: 'Build the index from source_dir if it does not exist.',
    default: false,
  },
  source_dir: { type: 'string', description: 'The folder to build the index from.' },
  overwrite: { type: 'boolean', description: 'Rebuild the index even if it exists.', default: false },
  global_tags: { type: 'array', description: 'Tags for every chunk of a new index.', default: [], items: text },
  file_types: {
    type: 'array',
    description: 'The file types to index.',
    default: DEFAULT_TYPES,
    items: { type: 'string', enum: ['md', 'txt', 'html', 'json'] },
  },
  exclude_patterns: {
    type: 'array',
    description: 'Glob patterns of the files to skip.',
    default: DEFAULT_EXCLUDES,
    items: text,
  },
  no_results_message: {
    type: 'string',
    description: 'Response if nothing was found. {query} is replaced by the question.',
    default: 'Nothing was found about "{query}". Say so, or search once more with other words.',
  },
  response_prefix: { type: 'string', description: 'Text before every response.', default: '' },
  response_postfix: { type: 'string', description: 'Text after every response.', default: '' },
  max_content_length: {
    type: 'integer',
    description: 'Maximum number of characters of a response, shared by its results.',
    default: 32_768,
    min: 1000,
  },
  description: { type: 'string', description: 'Describes the documents to the model.' },
  hints: {
    type: 'array',
    description: 'Additional words that speech recognition should expect.',
    default: [],
    items: text,
  },
  nlp_backend: { ...nlp, description: NO_EFFECT, default: 'basic' },
  query_nlp_backend: { ...nlp, description: NO_EFFECT },
  index_nlp_backend: { ...nlp, description: NO_EFFECT },
  verbose: { type: 'boolean', description: 'Log the results of each search, without its words.', default: false },
} as const satisfies ParameterSchema;
