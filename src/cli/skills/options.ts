import { existsSync } from 'node:fs';
import { createRegistry, type SkillRegistry } from '../../skills/index.js';
import { isPlain } from '../../util/index.js';
import { UsageError } from '../exit-codes.js';
import { parse, portOf } from '../options.js';

const OPTIONS = {
  params: {
    type: 'string',
    value: 'JSON',
    help: 'parameters of the skill; for several skills, an object with one key per skill',
  },
  skills: { type: 'string', multiple: true, takes: 'folder', help: 'a folder with more skills' },
  project: { type: 'string', takes: 'folder', help: 'a project whose packages contain more skills' },
  live: { type: 'boolean', help: 'use the real services instead of recordings' },
  replay: {
    type: 'string',
    takes: 'recording',
    help: 'answer from this recording first, then from those of the package',
  },
  check: { type: 'boolean', help: 'with --replay: an unrecorded request is an error with exit code 3' },
  json: { type: 'boolean', help: 'print JSON' },
  port: { type: 'string', value: 'N', help: 'the port to listen on; the default is a free one' },
  mcp: { type: 'boolean', help: 'serve MCP clients, on standard streams or with --http or --port over HTTP' },
  http: { type: 'boolean', help: 'with --mcp: serve over HTTP. The token is PATCHBAY_MCP_TOKEN or a new one' },
  config: { type: 'string', takes: 'file', help: 'the configuration of the gateway; docs/mcp.md describes it' },
} as const;

const { params, skills, project, live, replay, check, json, port, mcp, http, config } = OPTIONS;
const sources = { skills, project };
const responses = { live, replay, check };

export const SKILL_OPTIONS = {
  list: { ...sources, json },
  show: { params, ...sources, ...responses, json },
  run: { params, ...sources, ...responses, json },
  serve: { mcp, http, port, params, ...sources, ...responses },
  'mcp-gateway': {
    config,
    port: { ...port, help: 'the port to listen on instead of the configured one; 0 is a free one' },
    live: { ...live, help: 'also connect to servers on other machines by URL' },
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
  readonly config?: string;
}

export function skillOptions(args: readonly string[]): SkillOptions {
  const [action = ''] = args;
  const options = Object.hasOwn(SKILL_OPTIONS, action) ? SKILL_OPTIONS[action as keyof typeof SKILL_OPTIONS] : {};
  // The parser rejects options that the action does not have, so they are undefined here.
  const { values, positionals } = parse(args, options as typeof OPTIONS);
  const { params = '{}', skills = [], project, replay, config } = values;
  const { live = false, check = false, json = false } = values;
  const { port = '0', mcp = false, http = values.port !== undefined } = values;
  const listenOn = portOf(port);
  if (live && replay !== undefined) throw new UsageError('choose one of --replay and --live');
  if (check && replay === undefined) throw new UsageError('--check needs --replay');
  if (project !== undefined && !existsSync(project)) throw new UsageError(`the folder ${project} does not exist`);
  const registry = registryOf(project, skills);
  const given = jsonObject('--params', params);
  const read = { words: positionals, registry, params: given, live, check, json, port: listenOn, mcp, http };
  return { ...read, ...(replay !== undefined && { replay }), ...(config !== undefined && { config }) };
}

export function jsonObject(name: string, text: string): Record<string, unknown> {
  let reason = '';
  try {
    const value: unknown = JSON.parse(text);
    if (isPlain(value)) return value;
  } catch (error) {
    reason = reasonOf(error, text);
  }
  throw new UsageError(`${name} must be a JSON object, not ${text}${reason}`);
}

/** Returns the parser's reason and the column. Some messages of Node.js name no position, only the character. */
function reasonOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const [reason = ''] = message.split(/ in JSON at position|, "|, \.\.\./, 1);
  const [, character = ''] = /^Unexpected token '?(.)/u.exec(message) ?? [];
  const [first, second] = [text.indexOf(character), text.lastIndexOf(character)];
  const position = /at position (\d+)/.exec(message)?.[1] ?? (character !== '' && first === second ? first : undefined);
  const end = /^(?:Unexpected end|Unterminated)/.test(message) ? text.length : undefined;
  const place = position ?? end;
  return `: ${reason}${place === undefined ? '' : `, at column ${Number(place) + 1}`}`;
}

function registryOf(project: string | undefined, directories: readonly string[]): SkillRegistry {
  try {
    const registry = createRegistry({ env: process.env, ...(project !== undefined && { project }) });
    for (const directory of directories) registry.add_skill_directory(directory);
    return registry;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
