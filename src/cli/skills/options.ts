import { createRegistry, type SkillRegistry } from '../../skills/index.js';
import { UsageError } from '../exit-codes.js';
import { parse } from '../options.js';

const OPTIONS = {
  params: { type: 'string' },
  skills: { type: 'string', multiple: true },
  project: { type: 'string' },
  live: { type: 'boolean' },
  replay: { type: 'string' },
  check: { type: 'boolean' },
  json: { type: 'boolean' },
  port: { type: 'string' },
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
}

export function skillOptions(args: readonly string[]): SkillOptions {
  const { values, positionals } = parse({ args: [...args], options: OPTIONS, allowPositionals: true });
  const { params = '{}', skills = [], project, replay, live = false, check = false, json = false, port = '0' } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError(`--port takes a port, not ${port}`);
  if (live && replay !== undefined) throw new UsageError('choose one of --replay and --live');
  if (check && replay === undefined) throw new UsageError('--check goes with --replay');
  const registry = createRegistry({ env: process.env, ...(project !== undefined && { project }) });
  for (const directory of skills) addDirectory(registry, directory);
  const given = objectOf('--params', params);
  const options = { words: positionals, registry, params: given, live, check, json, port: Number(port) };
  return replay === undefined ? options : { ...options, replay };
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
