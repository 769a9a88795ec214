import { type SharedCommand, sharedUse } from '../shared-command.js';
import { RECORDING } from './record.js';

const OF_SESSION = 'The skills of a session are those of registry. To add a folder: registry.add_skill_directory(DIR)';
const OF_MODE = 'The mode of the session says who answers. To change it, use .mode';
const SERVER = 'It runs until Ctrl-C. In a shell, run patchbay skills';

const params = {
  type: 'string',
  value: 'JSON',
  help: 'parameters of the skill; for several skills, an object with one key per skill',
} as const;
const json = { type: 'boolean', help: 'print JSON' } as const;
const port = { type: 'string', value: 'N', help: 'the port to listen on; the default is a free one' } as const;
const sources = {
  skills: { type: 'string', multiple: true, takes: 'folder', help: 'a folder with more skills', shellOnly: OF_SESSION },
  project: {
    type: 'string',
    takes: 'folder',
    help: 'a project whose packages contain more skills',
    shellOnly: OF_SESSION,
  },
} as const;
const live = { type: 'boolean', help: 'use the real services instead of recordings', shellOnly: OF_MODE } as const;
const responses = {
  live,
  replay: {
    type: 'string',
    takes: 'recording',
    help: 'answer from this recording first, then from those of the package',
    shellOnly: OF_MODE,
  },
  check: {
    type: 'boolean',
    help: 'with --replay: an unrecorded request is an error with exit code 3',
    shellOnly: OF_MODE,
  },
} as const;
const RECORD = 'In a session, .record FILE records the requests';
const recording = {
  record: {
    type: 'string',
    takes: 'file',
    help: 'record the requests to services in this file, as a fixture for --replay and tests',
    shellOnly: RECORD,
  },
  'no-redact': { ...RECORDING['no-redact'], shellOnly: RECORD },
} as const;
const embedding = {
  'embedding-url': {
    type: 'string',
    value: 'URL',
    help: 'a service that creates vectors; EMBEDDING_API_KEY is its key',
  },
} as const;
const embeddingLive = { type: 'boolean', help: 'allow an embedding service on another machine' } as const;
const runs = () => import('../runs/skills.js');

export const serveUse = sharedUse({
  words: 'NAME…',
  takes: 'skill',
  help: 'Serve the tools of one or more skills on loopback, as the platform calls them. With --mcp, serve them to MCP clients. Without --live, recordings answer for services.',
  example: 'patchbay skills serve --mcp datetime math',
  options: {
    mcp: { type: 'boolean', help: 'serve MCP clients, on standard streams or with --http or --port over HTTP' },
    http: { type: 'boolean', help: 'with --mcp: serve over HTTP. The token is PATCHBAY_MCP_TOKEN or a new one' },
    port,
    params,
    ...sources,
    ...responses,
  },
  shellOnly: `${SERVER} serve`,
});

export const mcpGatewayUse = sharedUse({
  words: '--config FILE',
  help: 'Run MCP servers for the skill mcp_gateway. Each call gets its own servers. They are ordinary programs and can use the network.',
  example: 'patchbay skills mcp-gateway --config gateway.json',
  options: {
    config: { type: 'string', takes: 'file', help: 'the configuration of the gateway; docs/mcp.md describes it' },
    port: { ...port, help: 'the port to listen on instead of the configured one; 0 is a free one' },
    live: { ...live, help: 'also connect to servers on other machines by URL' },
  },
  shellOnly: `${SERVER} mcp-gateway`,
});

export const indexUse = sharedUse({
  words: 'DIR',
  takes: 'folder',
  help: 'Create a search index of a folder for native_vector_search. The index is a .swsearch file, or a collection in the Postgres database of DATABASE_URL. Unchanged documents keep their vectors.',
  example: 'patchbay skills index handbook --output handbook.swsearch',
  options: {
    output: { type: 'string', short: 'o', takes: 'file', help: 'the file to write; the default is DIR.swsearch' },
    collection: { type: 'string', value: 'NAME', help: 'write a collection in the database of DATABASE_URL instead' },
    model: { type: 'string', value: 'NAME', help: 'how to create vectors: mini, base, large, hash, none, or a model' },
    ...embedding,
    chunks: {
      type: 'string',
      takes: ['markdown', 'sentence', 'sliding', 'paragraph', 'page', 'semantic', 'topic', 'qa', 'json'],
      help: 'how to split documents into chunks',
    },
    size: { type: 'string', value: 'N', help: 'the size of a chunk' },
    overlap: { type: 'string', value: 'N', help: 'how much of a chunk the next one repeats' },
    threshold: { type: 'string', value: 'N', help: 'with semantic and topic: the minimum similarity within a chunk' },
    types: { type: 'string', value: 'LIST', help: 'the file types to read: md,txt,html' },
    exclude: { type: 'string', multiple: true, value: 'GLOB', help: 'files to exclude' },
    tags: { type: 'string', value: 'LIST', help: 'tags of each chunk, for filters' },
    'allow-loss': { type: 'boolean', help: 'replace the index even if it loses documents that cannot be read now' },
    live: embeddingLive,
  },
  shellOnly: 'It can take minutes, and shows its progress in a shell. Run patchbay skills index',
});

export const serveIndexUse = sharedUse({
  words: 'FILE…',
  takes: 'file',
  help: 'Serve .swsearch files on loopback for native_vector_search. Clients need the printed user name and password.',
  example: 'patchbay skills serve-index handbook.swsearch',
  options: {
    port: { ...port, help: 'the port to listen on; the default is 8001' },
    ...embedding,
    live: embeddingLive,
  },
  shellOnly: `${SERVER} serve-index`,
});

export const skills: SharedCommand = {
  group: 'tools',
  help: 'List skills, run their tools, and serve them.',
  atPrompt: { help: 'List the skills, show the parameters and tools of one, or run a tool.' },
  example: 'patchbay skills run datetime get_current_time',
  usual: { action: 'list', withWord: 'show' },
  actions: {
    list: sharedUse({
      help: 'List the skills.',
      example: 'patchbay skills list',
      options: { ...sources, json },
      run: async (given, context) => (await runs()).listSkills(given, context),
    }),
    show: sharedUse({
      words: 'NAME',
      takes: 'skill',
      help: 'Show the parameters and tools of a skill. With --params, show the tools as they are with these parameters.',
      example: 'patchbay skills show weather_api',
      options: { params, ...sources, ...responses, json },
      run: async (given, context) => (await runs()).showSkill(given, context),
    }),
    run: sharedUse({
      words: 'NAME TOOL [ARGS]',
      takes: 'skill',
      takesNext: 'tool',
      help: 'Call one tool of a skill, with its arguments as JSON. Its requests are logged on stderr. Without --live, recordings answer for services.',
      atPrompt: { help: 'Call one tool of a skill, with its arguments as JSON. Shows its requests.' },
      example: `patchbay skills run datetime get_current_time '{"timezone": "Europe/Oslo"}'`,
      options: { params, ...sources, ...responses, ...recording, json },
      run: async (given, context) => (await runs()).runTool(given, context),
    }),
    new: sharedUse({
      words: 'NAME',
      help: 'Write a new skill, its test and its fixture into a folder with this name.',
      example: 'patchbay skills new order_status --dir skills',
      options: {
        dir: { type: 'string', takes: 'folder', help: 'the folder of your skills; the default is skills' },
      },
      run: async (given, context) => (await import('../runs/new-skill.js')).newSkill(given, context),
    }),
    serve: serveUse,
    'mcp-gateway': mcpGatewayUse,
    index: indexUse,
    'serve-index': serveIndexUse,
  },
};
