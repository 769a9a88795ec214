import { createRegistry, type SkillRegistry } from '../../skills/index.js';
import { UsageError } from '../exit-codes.js';
import { parse } from '../options.js';

export const OPTIONS = {
  params: { type: 'string' },
  skills: { type: 'string', multiple: true, takes: 'folder' },
  project: { type: 'string', takes: 'folder' },
  live: { type: 'boolean' },
  replay: { type: 'string', takes: 'file' },
  check: { type: 'boolean' },
  json: { type: 'boolean' },
  port: { type: 'string' },
  mcp: { type: 'boolean' },
  http: { type: 'boolean' },
  config: { type: 'string', takes: 'file' },
} as const;

export interface SkillOptions {
  readonly words: readonly string[];
  readonly registry: SkillRegistry;
  readonly params: Readonly<Record<string, unknown>>;
  readonly live: boolean;
  /** A recording that answers for services before those of the package do. */
  readonly replay?: string;
  /** That recording answers alone. */
  readonly check: boolean;
  readonly json: boolean;
  readonly port: number;
  /** Serve MCP instead of the platform's protocol; over HTTP instead of the standard streams. */
  readonly mcp: boolean;
  readonly http: boolean;
  /** The configuration of a gateway. */
  readonly config?: string;
}

export function skillOptions(args: readonly string[]): SkillOptions {
  const { values, positionals } = parse({ args: [...args], options: OPTIONS, allowPositionals: true });
  const { params = '{}', skills = [], project, replay, config } = values;
  const { live = false, check = false, json = false } = values;
  const { port = '0', mcp = false, http = values.port !== undefined } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError(`--port takes a port, not ${port}`);
  if (live && replay !== undefined) throw new UsageError('choose one of --replay and --live');
  if (check && replay === undefined) throw new UsageError('--check goes with --replay');
  const registry = createRegistry({ env: process.env, ...(project !== undefined && { project }) });
  for (const directory of skills) addDirectory(registry, directory);
  const given = objectOf('--params', params);
  const options = { words: positionals, registry, params: given, live, check, json, port: Number(port), mcp, http };
  return { ...options, ...(replay !== undefined && { replay }), ...(config !== undefined && { config }) };
}

/** An object written as JSON on the command line. */
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
