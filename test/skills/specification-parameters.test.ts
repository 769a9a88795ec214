import { expect, it } from 'vitest';
import { BUILT_IN } from '../../src/skills/builtin/index.js';
import { COMMON_PARAMETERS, type ParameterEntry } from '../../src/skills/index.js';

// The parameters of each built-in skill, in addition to the common ones: those of the specification, and our own.
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  trivia: {
    tool_name: 'string, default "get_trivia"',
    api_key: 'string, required, hidden, from API_NINJAS_KEY',
    categories: 'array, default of 14 items',
  },
  markdown_skills: {
    skills_path: 'string, required',
    include: 'array, default ["*"]',
    exclude: 'array, default []',
    prompt_title: 'string',
    prompt_intro: 'string',
    skill_descriptions: 'object, default {}',
    tool_prefix: 'string',
    response_prefix: 'string, default ""',
    response_postfix: 'string, default ""',
    allow_shell_injection: 'boolean, default false',
    allow_script_execution: 'boolean, default false',
    ignore_invocation_control: 'boolean, default false',
    shell_timeout: 'integer, default 30, min 1, max 600',
  },
  knowledge_search: {
    tool_name: 'string, default "search_knowledge"',
    space_name: 'string, required, from PLATFORM_SPACE',
    project_id: 'string, required, from PLATFORM_PROJECT_ID',
    token: 'string, required, hidden, from PLATFORM_API_TOKEN',
    document_id: 'string, required',
    count: 'integer, default 1, min 1, max 10',
    distance: 'number, default 3, min 0, max 10',
    tags: 'array',
    language: 'string',
    pos_to_expand: 'array',
    max_synonyms: 'integer, min 1, max 10',
    no_results_message: 'string, default text',
  },
  knowledge_search_serverless: {
    tool_name: 'string, default "search_knowledge"',
    space_name: 'string, required, from PLATFORM_SPACE',
    project_id: 'string, required, from PLATFORM_PROJECT_ID',
    token: 'string, required, hidden, from PLATFORM_API_TOKEN',
    document_id: 'string, required',
    count: 'integer, default 1, min 1, max 10',
    distance: 'number, default 3, min 0, max 10',
    tags: 'array',
    language: 'string',
    pos_to_expand: 'array',
    max_synonyms: 'integer, min 1, max 10',
    no_results_message: 'string, default text',
  },
  datetime: {},
  maps: {
    api_key: 'string, required, hidden, from GOOGLE_MAPS_API_KEY',
    lookup_tool_name: 'string, default "lookup_address"',
    route_tool_name: 'string, default "compute_route"',
  },
  info_gatherer: {
    questions: 'array, required',
    prefix: 'string',
    completion_message: 'string, default text',
  },
  joke: {
    tool_name: 'string, default "get_joke"',
    api_key: 'string, required, hidden, from API_NINJAS_KEY',
  },
  math: {},
  mcp_gateway: {
    gateway_url: 'string, required',
    auth_token: 'string, required without auth_user, hidden, from MCP_GATEWAY_AUTH_TOKEN',
    auth_user: 'string, from MCP_GATEWAY_AUTH_USER',
    auth_password: 'string, hidden, from MCP_GATEWAY_AUTH_PASSWORD',
    services: 'array, default []',
    session_timeout: 'integer, default 300, min 1, max 3600',
    tool_prefix: 'string, default "mcp_"',
    retry_attempts: 'integer, default 3, min 1, max 10',
    request_timeout: 'integer, default 30, min 1, max 300',
    verify_ssl: 'boolean, default true',
  },
  native_vector_search: {
    tool_name: 'string, default "search_knowledge"',
    index_file: 'string',
    remote_url: 'string',
    index_name: 'string, default "default"',
    backend: 'string, one of sqlite pgvector, default "sqlite"',
    connection_string: 'string, hidden, from DATABASE_URL',
    collection_name: 'string',
    count: 'integer, default 5, min 1, max 20',
    similarity_threshold: 'number, default 0, min 0, max 1',
    tags: 'array, default []',
    keyword_weight: 'number, min 0, max 1',
    model_name: 'string, default "mini"',
    embedding_url: 'string',
    embedding_key: 'string, hidden, from EMBEDDING_API_KEY',
    build_index: 'boolean, default false',
    source_dir: 'string',
    overwrite: 'boolean, default false',
    global_tags: 'array, default []',
    file_types: 'array, default ["md","txt","html"]',
    exclude_patterns: 'array, default of 4 items',
    no_results_message: 'string, default text',
    response_prefix: 'string, default ""',
    response_postfix: 'string, default ""',
    max_content_length: 'integer, default 32768, min 1000',
    description: 'string',
    hints: 'array, default []',
    nlp_backend: 'string, one of basic spacy nltk, default "basic"',
    query_nlp_backend: 'string, one of basic spacy nltk',
    index_nlp_backend: 'string, one of basic spacy nltk',
    verbose: 'boolean, default false',
  },
  play_background_file: {
    tool_name: 'string, default "play_background_file"',
    files: 'array, default []',
  },
  spider: {
    delay: 'number, default 0.1, min 0',
    concurrent_requests: 'integer, default 5, min 1, max 20',
    timeout: 'integer, default 5, min 1, max 60',
    max_pages: 'integer, default 1, min 1, max 100',
    max_depth: 'integer, default 0, min 0, max 5',
    extract_type: 'string, one of fast_text markdown structured, default "fast_text"',
    max_text_length: 'integer, default 3000, min 100, max 100000',
    clean_text: 'boolean, default true',
    selectors: 'object, default {}',
    follow_patterns: 'array, default []',
    user_agent: 'string, default "Spider/1.0 (platform AI Agent)"',
    headers: 'object, hidden, default {}',
    follow_robots_txt: 'boolean, default false',
    cache_enabled: 'boolean, default true',
  },
  swml_transfer: {
    tool_name: 'string, default "transfer_call"',
    transfers: 'object, required',
    description: 'string, default text',
    parameter_name: 'string, default "transfer_type"',
    parameter_description: 'string, default "Where to transfer the call."',
    default_message: 'string, default text',
    default_post_process: 'boolean, default false',
    required_fields: 'object, default {}',
  },
  weather_api: {
    tool_name: 'string, default "get_weather"',
    api_key: 'string, required, hidden, from WEATHER_API_KEY',
    temperature_unit: 'string, one of fahrenheit celsius, default "fahrenheit"',
  },
  web_search: {
    api_key: 'string, required, hidden, from GOOGLE_SEARCH_API_KEY',
    search_engine_id: 'string, required, hidden, from GOOGLE_SEARCH_ENGINE_ID',
    max_content_length: 'integer, default 32768, min 1000',
    no_results_message: 'string, default text',
    num_results: 'integer, default 3, min 1, max 10',
    delay: 'number, default 0.5, min 0',
    oversample_factor: 'number, default 4, min 1, max 10',
    min_quality_score: 'number, default 0.2, min 0, max 1',
    response_prefix: 'string, default ""',
    response_postfix: 'string, default ""',
    per_page_timeout: 'number, default 2, min 0.1',
    overall_deadline: 'number, default 10, min 1',
    parallel_scrape: 'boolean, default true',
    snippets_only: 'boolean, default false',
  },
  encyclopedia_search: {
    num_results: 'integer, default 1, min 1, max 5',
    no_results_message: 'string, default text',
    contact: 'string',
  },
};

const schemaOf = async (skill: string) => {
  const load = BUILT_IN[skill as keyof typeof BUILT_IN];
  return (await load()).get_parameter_schema();
};

it.each(Object.entries(PARAMETERS))('%s has only its parameters and the common ones', async (skill, parameters) => {
  expect(Object.keys(await schemaOf(skill)).sort()).toEqual(
    [...new Set([...Object.keys(COMMON_PARAMETERS), ...Object.keys(parameters)])].sort(),
  );
});

it.each(
  Object.entries(PARAMETERS).flatMap(([skill, parameters]) =>
    Object.entries(parameters).map(([name, facts]) => [skill, name, facts] as const),
  ),
)('%s takes %s: %s', async (skill, name, facts) => {
  expect(factsOf((await schemaOf(skill))[name] as ParameterEntry)).toBe(facts);
});

function factsOf({ type, required, required_without, hidden, env_var, min, max, ...entry }: ParameterEntry): string {
  return [
    type,
    required && 'required',
    required_without && `required without ${required_without}`,
    hidden && 'hidden',
    env_var && `from ${env_var}`,
    entry.enum && `one of ${entry.enum.join(' ')}`,
    entry.default !== undefined && defaultOf(entry.default),
    min !== undefined && `min ${min}`,
    max !== undefined && `max ${max}`,
  ]
    .filter((fact) => typeof fact === 'string')
    .join(', ');
}

/** A default, without the words of a long one. */
function defaultOf(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.length <= 42) return `default ${text}`;
  return Array.isArray(value) ? `default of ${value.length} items` : 'default text';
}
