import { createRegistry, type SkillRegistry } from '../../skills/index.js';
import { UsageError } from '../exit-codes.js';
import { parse } from '../options.js';

const OPTIONS = {
  params: {
    type: 'string',
    value: 'JSON',
    help: 'parameters of the skill; of several, an object with those of each by name',
  },
  skills: { type: 'string', multiple: true, takes: 'folder', help: 'a folder with more skills' },
  project: { type: 'string', takes: 'folder', help: 'a project whose packages bring more skills' },
  live: { type: 'boolean', help: 'ask the services themselves, where else recordings answer' },
  replay: { type: 'string', takes: 'file', help: 'a recording that answers for services before those of the package' },
  check: { type: 'boolean', help: 'with --replay: that recording answers alone, and what it lacks ends with 3' },
  json: { type: 'boolean', help: 'print JSON' },
  port: { type: 'string', value: 'N', help: 'where to listen; a free one unless it is said' },
  mcp: { type: 'boolean', help: 'to MCP clients, on the standard streams unless --http or --port is given' },
  http: { type: 'boolean', help: 'with --mcp: over HTTP; PATCHBAY_MCP_TOKEN is the token, else one is made up' },
  config: { type: 'string', takes: 'file', help: 'the services that it runs, and everything else about it' },
} as const;

const { params, skills, project, live, replay, check, json, port, mcp, http, config } = OPTIONS;
const found = { skills, project };
const answered = { live, replay, check };

/** The options of each action. */
export const SKILL_OPTIONS = {
  list: { ...found, json },
  show: { params, ...found, ...answered, json },
  run: { params, ...found, ...answered, json },
  serve: { mcp, http, port, params, ...found, ...answered },
  'mcp-gateway': {
    config,
    port: { ...port, help: 'where to listen, whatever the configuration says; 0 takes a free one' },
    live: { ...live, help: 'also reach servers by URL that are not on this machine' },
  },
} as const;

export interface SkillOptions {
  readonly words: readonly string[];
  readonly registry: SkillRegistry;
  readonly params: Readonly<Record<string, unknown>>;
  readonly live: boolean;
  /** A recording that answers for services before the recordings of the package do. */
  readonly replay?: string;
  /** Only that recording answers. A request that it lacks is an error. */
  readonly check: boolean;
  readonly json: boolean;
  readonly port: number;
  /** Serves MCP instead of the platform's protocol, on the standard streams or, with `http`, over HTTP. */
  readonly mcp: boolean;
  readonly http: boolean;
  /** The configuration file of a gateway. */
  readonly config?: string;
}

export function skillOptions(args: readonly string[]): SkillOptions {
  const [action = ''] = args;
  const options = Object.hasOwn(SKILL_OPTIONS, action) ? SKILL_OPTIONS[action as keyof typeof SKILL_OPTIONS] : {};
  // The parser rejects options that the action does not have, so they are undefined here.
  const { values, positionals } = parse({
    args: [...args],
    options: options as typeof OPTIONS,
    allowPositionals: true,
  });
  const { params = '{}', skills = [], project, replay, config } = values;
  const { live = false, check = false, json = false } = values;
  const { port = '0', mcp = false, http = values.port !== undefined } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError(`--port takes a port, not ${port}`);
  if (live && replay !== undefined) throw new UsageError('choose one of --replay and --live');
  if (check && replay === undefined) throw new UsageError('--check goes with --replay');
  const registry = createRegistry({ env: process.env, ...(project !== undefined && { project }) });
  for (const directory of skills) addDirectory(registry, directory);
  const given = objectOf('--params', params);
  const read = { words: positionals, registry, params: given, live, check, json, port: Number(port), mcp, http };
  return { ...read, ...(replay !== undefined && { replay }), ...(config !== undefined && { config }) };
}

/** Parses a JSON object from the command line. */
export function objectOf(what: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${what} takes a JSON object, not ${text}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${what} takes a JSON object, not ${text}`);
  return value as Record<string, unknown>;
}

function addDirectory(registry: SkillRegistry, directory: string): void {
  try {
    registry.add_skill_directory(directory);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
