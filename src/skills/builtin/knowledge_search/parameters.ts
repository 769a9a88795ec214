import type { ParameterSchema } from '../../parameter-schema.js';

const KINDS_OF_WORDS = ['NOUN', 'VERB', 'ADJ', 'ADV'];

export const KNOWLEDGE_PARAMETERS: ParameterSchema = {
  tool_name: { type: 'string', description: 'Name of the tool.', default: 'search_knowledge' },
  space_name: {
    type: 'string',
    description: 'Host name of the space, such as example.space.com.',
    required: true,
    env_var: 'PLATFORM_SPACE',
  },
  project_id: { type: 'string', description: 'Id of the project.', required: true, env_var: 'PLATFORM_PROJECT_ID' },
  token: {
    type: 'string',
    description: 'API token of the project.',
    required: true,
    hidden: true,
    env_var: 'PLATFORM_API_TOKEN',
  },
  document_id: { type: 'string', description: 'Id of the document to search.', required: true },
  count: { type: 'integer', description: 'How many pieces of text to find at most.', default: 1, min: 1, max: 10 },
  distance: {
    type: 'number',
    description: 'How far in meaning a piece may be from the question; lower is closer.',
    default: 3,
    min: 0,
    max: 10,
  },
  tags: { type: 'array', description: 'Search only documents with these tags.' },
  language: { type: 'string', description: 'Language of the question, such as en.' },
  pos_to_expand: {
    type: 'array',
    description: `Kinds of words to add synonyms for: ${KINDS_OF_WORDS.join(', ')}.`,
  },
  max_synonyms: { type: 'integer', description: 'How many synonyms to add for a word.', min: 1, max: 10 },
  no_results_message: {
    type: 'string',
    description: 'What to say when nothing is found; `{query}` in it becomes the question.',
    default: 'Nothing was found about "{query}". Ask in other words.',
  },
};

/** What is wrong inside lists, which a parameter schema does not describe. */
export function listProblems({ tags = [], pos_to_expand = [] }: Readonly<Record<string, unknown>>): string[] {
  const isTag = (tag: unknown) => typeof tag === 'string' && tag !== '';
  return [
    ...((tags as unknown[]).every(isTag) ? [] : ['tags must be texts']),
    ...((pos_to_expand as unknown[]).every((kind) => KINDS_OF_WORDS.includes(kind as string))
      ? []
      : [`pos_to_expand takes ${KINDS_OF_WORDS.join(', ')}`]),
  ];
}
