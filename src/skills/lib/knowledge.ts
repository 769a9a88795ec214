import { mayBeLoopback } from '../../http/index.js';
import { COMMON_PARAMETERS, type ParameterSchema } from '../contract/parameter-schema.js';

/** The parameters of a search in the platform's documents. */
export const KNOWLEDGE_PARAMETERS: ParameterSchema = {
  tool_name: { ...COMMON_PARAMETERS.tool_name, default: 'search_knowledge' },
  space_name: {
    type: 'string',
    description: "The space's host name.",
    required: true,
    env_var: 'PLATFORM_SPACE',
  },
  project_id: { type: 'string', description: 'The project.', required: true, env_var: 'PLATFORM_PROJECT_ID' },
  token: {
    type: 'string',
    description: 'API token of the project.',
    required: true,
    hidden: true,
    env_var: 'PLATFORM_API_TOKEN',
  },
  document_id: { type: 'string', description: 'The document to search.', required: true },
  count: { type: 'integer', description: 'How many passages to find.', default: 1, min: 1, max: 10 },
  distance: {
    type: 'number',
    description: 'How far a passage may be from the question; less is closer.',
    default: 3,
    min: 0,
    max: 10,
  },
  tags: { type: 'array', description: 'Search only what has these tags.', items: { type: 'string' } },
  language: { type: 'string', description: 'Language of the question, such as en.' },
  pos_to_expand: {
    type: 'array',
    description: 'Kinds of words to add synonyms for.',
    items: { type: 'string', enum: ['NOUN', 'VERB', 'ADJ', 'ADV'] },
  },
  max_synonyms: { type: 'integer', description: 'How many synonyms a word gets.', min: 1, max: 10 },
  no_results_message: {
    type: 'string',
    description: 'What is said when nothing was found; {query} stands for the question.',
    default: 'The knowledge base has nothing about "{query}". Say so, and ask the user to put it in other words.',
  },
};

/**
 * Returns the URL for searches. Throws a `TypeError` for an invalid host, and for a host that would receive the token
 * unencrypted.
 */
export function searchAddress(space_name: string): string {
  const wrong = new TypeError('space_name must be a host name, like example.space.com');
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(space_name) ? space_name : `https://${space_name}`;
  if (!URL.canParse(text)) throw wrong;
  const url = new URL(text);
  // The URL parser accepts what must be rejected here: it removes line breaks and turns backslashes into slashes.
  const isAlone = url.pathname === '/' && !/[?#@\s\\]/.test(text) && url.hostname !== '';
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && mayBeLoopback(url.hostname));
  if (!isAlone || !isSafe) throw wrong;
  return `${url.origin}/api/datasphere/documents/search`;
}

/** Returns the fields of a search in addition to the question. The platform has defaults for missing fields. */
export function searchFields(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = ['document_id', 'count', 'distance', 'tags', 'language', 'pos_to_expand', 'max_synonyms'];
  return Object.fromEntries(names.filter((name) => params[name] !== undefined).map((name) => [name, params[name]]));
}
