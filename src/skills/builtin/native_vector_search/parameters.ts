import { COMMON_PARAMETERS, DEFAULT_EXCLUDES, DEFAULT_TYPES, type ParameterSchema } from '../../index.js';

const text = { type: 'string' } as const;
const nlp = {
  type: 'string',
  enum: ['basic', 'spacy', 'nltk'],
} as const;
const NO_EFFECT =
  'Taken so that configurations of other tools fit; words are always prepared in the one way that is here.';

export const PARAMETERS = {
  tool_name: { ...COMMON_PARAMETERS.tool_name, default: 'search_knowledge' },
  index_file: { type: 'string', description: 'A .swsearch file to search.' },
  remote_url: {
    type: 'string',
    description:
      'Address of a search server, which may hold a user name and a password. It is asked in place of a file.',
  },
  index_name: { type: 'string', description: 'Which index of the search server.', default: 'default' },
  backend: {
    type: 'string',
    description: 'Where the index is: in a file, or in Postgres with pgvector.',
    enum: ['sqlite', 'pgvector'],
    default: 'sqlite',
  },
  connection_string: {
    type: 'string',
    description: 'For pgvector: the database, such as postgresql://user:password@host:5432/name.',
    hidden: true,
    env_var: 'DATABASE_URL',
  },
  collection_name: { type: 'string', description: 'For pgvector: which collection of the database.' },
  count: { type: 'integer', description: 'How many pieces an answer has.', default: 5, min: 1, max: 20 },
  similarity_threshold: {
    type: 'number',
    description: 'How relevant a piece must be, from 0 to 1.',
    default: 0,
    min: 0,
    max: 1,
  },
  tags: { type: 'array', description: 'Search only what has one of these tags.', default: [], items: text },
  keyword_weight: {
    type: 'number',
    description:
      'How much the words count against the meaning: 0 is the meaning alone, 1 the words alone. Without it the stronger of the two decides.',
    min: 0,
    max: 1,
  },
  model_name: {
    type: 'string',
    description:
      'What makes vectors of texts when an index is built: mini, base, large, hash (words in common, for trying out), none, or a whole name. An index that is there is asked with the model that made it.',
    default: 'mini',
  },
  embedding_url: {
    type: 'string',
    description: 'A service that makes the vectors, of the common form {model, input} → {data: [{embedding}]}.',
  },
  embedding_key: { type: 'string', description: 'Key of that service.', hidden: true, env_var: 'EMBEDDING_API_KEY' },
  build_index: { type: 'boolean', description: 'Make the index of source_dir when it is not there.', default: false },
  source_dir: { type: 'string', description: 'The folder an index is made of.' },
  overwrite: { type: 'boolean', description: 'Make it anew although it is there.', default: false },
  global_tags: { type: 'array', description: 'Tags that every piece of it gets.', default: [], items: text },
  file_types: {
    type: 'array',
    description: 'Which files of the folder are read.',
    default: DEFAULT_TYPES,
    items: { type: 'string', enum: ['md', 'txt', 'html', 'json'] },
  },
  exclude_patterns: {
    type: 'array',
    description: 'Which are not.',
    default: DEFAULT_EXCLUDES,
    items: text,
  },
  no_results_message: {
    type: 'string',
    description: 'What is said when nothing was found; {query} stands for the question.',
    default: 'Nothing was found about "{query}". Say so, or search once more in other words.',
  },
  response_prefix: { type: 'string', description: 'Stands before every answer.', default: '' },
  response_postfix: { type: 'string', description: 'Stands behind every answer.', default: '' },
  max_content_length: {
    type: 'integer',
    description: 'Characters that an answer has at most; its pieces share them.',
    default: 32_768,
    min: 1000,
  },
  description: { type: 'string', description: 'Tells the model what can be found here.' },
  hints: {
    type: 'array',
    description: 'Further words that speech recognition should expect.',
    default: [],
    items: text,
  },
  nlp_backend: { ...nlp, description: NO_EFFECT, default: 'basic' },
  query_nlp_backend: { ...nlp, description: NO_EFFECT },
  index_nlp_backend: { ...nlp, description: NO_EFFECT },
  verbose: { type: 'boolean', description: 'Log what each search found, without its words.', default: false },
} as const satisfies ParameterSchema;
