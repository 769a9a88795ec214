import { mayBeLoopback } from '../../http/index.js';
import { COMMON_PARAMETERS, hiddenKey, type ParameterSchema } from '../contract/parameter-schema.js';
import type { ParamsOf } from '../contract/schema-types.js';

/** The parameters of a search in the platform's documents. */
export const KNOWLEDGE_PARAMETERS = {
  tool_name: { ...COMMON_PARAMETERS.tool_name, default: 'search_knowledge' },
  space_name: {
    type: 'string',
    description: 'Host name of the space, or its name alone on the platform of PLATFORM_SPACE.',
    required: true,
    env_var: 'PLATFORM_SPACE',
  },
  project_id: { type: 'string', description: 'Id of the project.', required: true, env_var: 'PLATFORM_PROJECT_ID' },
  token: hiddenKey('API token of the project.', 'PLATFORM_API_TOKEN'),
  document_id: { type: 'string', description: 'Id of the document to search.', required: true },
  count: { type: 'integer', description: 'Number of passages to return.', default: 1, min: 1, max: 10 },
  distance: {
    type: 'number',
    description: 'Maximum distance of a passage from the question. Lower is closer.',
    default: 3,
    min: 0,
    max: 10,
  },
  tags: { type: 'array', description: 'Search only documents with these tags.', items: { type: 'string' } },
  language: { type: 'string', description: 'Language of the question, such as en.' },
  pos_to_expand: {
    type: 'array',
    description: 'Word classes to which the service adds synonyms.',
    items: { type: 'string', enum: ['NOUN', 'VERB', 'ADJ', 'ADV'] },
  },
  max_synonyms: { type: 'integer', description: 'Number of synonyms for each word.', min: 1, max: 10 },
  no_results_message: {
    type: 'string',
    description: 'Result if nothing is found. {query} is replaced by the question.',
    default: 'The knowledge base has no result for "{query}". Tell the user, and ask for other words.',
  },
} as const satisfies ParameterSchema;

type KnowledgeParams = ParamsOf<typeof KNOWLEDGE_PARAMETERS>;

/** Throws a `TypeError` for an invalid host, and for one that would receive the token unencrypted. */
export function searchAddress(space_name: string, platform = ''): string {
  const wrong = new TypeError('space_name must be a host name, such as example.space.com');
  const text = asUrl(isNameAlone(space_name) ? hostOfSpace(space_name, platform) : space_name);
  if (!URL.canParse(text)) throw wrong;
  const url = new URL(text);
  // The URL parser accepts what must be rejected here: it removes line breaks and turns backslashes into slashes.
  const isAlone = url.pathname === '/' && !/[?#@\s\\]/.test(text) && url.hostname !== '';
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && mayBeLoopback(url.hostname));
  if (!isAlone || !isSafe) throw wrong;
  return `${url.origin}/api/datasphere/documents/search`;
}

const asUrl = (host: string) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(host) ? host : `https://${host}`);

const isNameAlone = (space: string) => /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(space) && !mayBeLoopback(space);

/** Returns the host of a space on the same platform as another host. A platform on loopback has one host for all. */
function hostOfSpace(space: string, platform: string): string {
  const url = URL.canParse(asUrl(platform)) ? new URL(asUrl(platform)) : undefined;
  if (url && mayBeLoopback(url.hostname)) return platform;
  const [, ...domain] = url?.host.split('.') ?? [];
  if (domain.length > 0) return [space, ...domain].join('.');
  throw new TypeError(
    `space_name "${space}" is not a full host name. Pass the full name, such as ${space}.space.com, or set PLATFORM_SPACE to a full one`,
  );
}

/** Returns the fields of a search in addition to the question. The platform has defaults for missing fields. */
export function searchFields(params: KnowledgeParams): Record<string, unknown> {
  const { document_id, count, distance, tags, language, pos_to_expand, max_synonyms } = params;
  const fields = { document_id, count, distance, tags, language, pos_to_expand, max_synonyms };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
