import { dirname, resolve } from 'node:path';
import { fileProblem, readRegularFile } from '../../util/index.js';
import { type GatewayConfig, gatewayConfig } from './config.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface ReadConfig {
  readonly config: GatewayConfig;
  /** The base folder of the paths in the configuration: the folder of its file. */
  readonly folder: string;
  /** Keys that have no effect, and variables that are not set. */
  readonly warnings: readonly string[];
}

/** Environment variables for keys that the file omits. */
const FROM_ENVIRONMENT = {
  server: {
    host: 'MCP_HOST',
    port: 'MCP_PORT',
    auth_user: 'MCP_AUTH_USER',
    auth_password: 'MCP_AUTH_PASSWORD',
    auth_token: 'MCP_AUTH_TOKEN',
  },
  session: {
    default_timeout: 'MCP_SESSION_TIMEOUT',
    max_total_sessions: 'MCP_MAX_SESSIONS',
    cleanup_interval: 'MCP_CLEANUP_INTERVAL',
  },
} as const;

/** Reads the configuration of a gateway. Reports all problems in one `TypeError` that names the file. */
export function readGatewayConfig(file: string, env: Environment): ReadConfig {
  const missing = new Set<string>();
  try {
    const content = substitute(objectIn(readRegularFile(file).toString()), env, (name) => missing.add(name));
    const config = gatewayConfig(withEnvironment(content, env));
    const warnings = [
      ...[...missing].map((name) => `\${${name}} is not set and has no default; it is read as empty text`),
      ...unknownKeys(content, config).map((path) => `${path} has no effect`),
    ];
    return { config, folder: dirname(resolve(file)), warnings: warnings.map((one) => `${file}: ${one}`) };
  } catch (error) {
    throw new TypeError(`${file}: ${problemOf(error)}`);
  }
}

function problemOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'the file does not exist';
  if (code === 'EISDIR') return 'it is a folder, not a file';
  if (code === 'EACCES') return 'permission to read the file is missing';
  return error instanceof SyntaxError ? `the file is not JSON: ${error.message}` : fileProblem(error);
}

function objectIn(text: string): Record<string, unknown> {
  const content: unknown = JSON.parse(text);
  if (!isObject(content)) throw new TypeError('the file must contain a JSON object');
  return content;
}

/** Replaces `${NAME}` and `${NAME|default}` in every text. Reports names with neither a value nor a default. */
function substitute<T>(value: T, env: Environment, missing: (name: string) => void): T {
  const text = (one: string) =>
    one.replace(/\$\{(\w+)(?:\|([^}]*))?\}/g, (_whole, name: string, otherwise?: string) => {
      const found = env[name] || otherwise;
      if (found === undefined) missing(name);
      return found ?? '';
    });
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return text(one);
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value) as T;
}

function withEnvironment(content: Record<string, unknown>, env: Environment): Record<string, unknown> {
  const filled = Object.entries(FROM_ENVIRONMENT).map(([part, names]) => {
    const given = content[part] ?? {};
    if (!isObject(given)) return [part, given];
    const missing = Object.entries(names).filter(([key, name]) => (given[key] ?? '') === '' && env[name]);
    return [part, { ...given, ...Object.fromEntries(missing.map(([key, name]) => [key, env[name]])) }];
  });
  return { ...content, ...Object.fromEntries(filled) };
}

function unknownKeys(given: unknown, checked: unknown, path = ''): string[] {
  if (!isObject(given) || !isObject(checked)) return [];
  return Object.entries(given).flatMap(([key, value]) => {
    const here = path === '' ? key : `${path}.${key}`;
    return key in checked || value === '' ? unknownKeys(value, checked[key], here) : [here];
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
