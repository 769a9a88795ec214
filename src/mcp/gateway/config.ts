import { z } from 'zod';
import { problemsOf } from './problems.js';

const LEVELS = ['debug', 'info', 'warning', 'error'] as const;

// Substituted values are text, so numbers and flags accept text.
const number = (schema: z.ZodNumber) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value), schema);
const flag = (usual: boolean) =>
  z.preprocess((value) => ({ true: true, false: false })[String(value)] ?? value, z.boolean().default(usual));
/** An unset variable is substituted as an empty text. */
const optionalText = z.preprocess((value) => value || undefined, z.string().optional());

const seconds = (usual: number, max = 3600) => number(z.number().positive().max(max)).default(usual);
const count = (usual: number, max = 10_000) => number(z.number().int().min(1).max(max)).default(usual);
const megabytes = number(z.number().positive().max(1_000_000));

const RESOURCES = { cpu_seconds: 300, file_mb: 100 };
const resources = z
  .union([
    z.boolean().transform((wanted) => (wanted ? RESOURCES : {})),
    z.object({
      cpu_seconds: number(z.number().int().min(1)).default(RESOURCES.cpu_seconds),
      file_mb: megabytes.default(RESOURCES.file_mb),
      open_files: number(z.number().int().min(16)).optional(),
      memory_mb: megabytes.optional(),
    }),
  ])
  .default(RESOURCES);

const sandbox = z.object({
  enabled: flag(true),
  restricted_env: flag(true),
  resource_limits: resources,
  working_dir: optionalText.or(z.null()),
  drop_privileges: flag(false),
});

const service = z
  .object({
    command: z.union([z.string().min(1), z.array(z.string()).min(1)]).optional(),
    args: z.array(z.string()).default([]),
    env: z.record(z.string(), z.string()).default({}),
    url: z.url({ protocol: /^https?$/ }).optional(),
    headers: z.record(z.string(), z.string()).default({}),
    description: z.string().max(1000).default(''),
    enabled: flag(true),
    sandbox: sandbox.prefault({}),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), {
    error: 'set either command, to start a server, or url, to use a running one',
  });

const rate = z.string().regex(/^\d{1,9} (per|\/) ?(second|minute|hour|day)$/, 'it must look like "30 per minute"');

const schema = z.object({
  server: z
    .object({
      host: z.string().min(1).default('127.0.0.1'),
      port: number(z.number().int().min(0).max(65_535)).default(8080),
      /** Host names that a proxy or the platform uses for the gateway. */
      public_hosts: z.array(z.string()).default([]),
      auth_user: optionalText,
      auth_password: optionalText,
      auth_token: optionalText,
      tls: z.object({ cert: z.string(), key: z.string() }).optional(),
    })
    .prefault({}),
  services: z.record(
    z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'a service name must have 1 to 64 letters, digits, _ and -'),
    service,
  ),
  session: z
    .object({
      default_timeout: seconds(300),
      max_sessions_per_service: count(100),
      max_total_sessions: count(500),
      cleanup_interval: seconds(60),
      sandbox_dir: optionalText,
    })
    .prefault({}),
  limits: z
    .object({
      /** The time for a server to start and complete the MCP handshake. */
      start_seconds: seconds(20),
      /** Shorter than the 30 seconds that the skill waits for the gateway. */
      call_seconds: seconds(25),
      message_bytes: count(4 * 2 ** 20, 2 ** 29),
      request_bytes: count(10 * 2 ** 20, 2 ** 29),
      tools: count(500),
      /** How long a list of tools is cached. */
      tool_list_seconds: seconds(60, 86_400),
    })
    .prefault({}),
  rate_limiting: z
    .object({
      default_limits: z.array(rate).default([]),
      tools_limit: rate.optional(),
      call_limit: rate.optional(),
      session_delete_limit: rate.optional(),
    })
    .prefault({}),
  logging: z
    .object({
      level: z
        .string()
        .transform((level) => level.toLowerCase())
        .pipe(z.enum(LEVELS))
        .default('warning'),
    })
    .prefault({}),
});

export type GatewayConfig = z.output<typeof schema>;
export type ServiceConfig = GatewayConfig['services'][string];
export type SandboxConfig = ServiceConfig['sandbox'];

/** Validates a configuration and fills in the defaults. Reports all problems in one `TypeError`. */
export function gatewayConfig(content: unknown): GatewayConfig {
  const { data, error } = schema.safeParse(content);
  if (!error) return data;
  throw new TypeError(problemsOf(error));
}

export type GatewayLog = (level: (typeof LEVELS)[number], message: string) => void;

/** Returns a log that drops messages below the level of the configuration. */
export const logFrom =
  ({ logging }: GatewayConfig, log: GatewayLog): GatewayLog =>
  (level, message) => {
    if (LEVELS.indexOf(level) >= LEVELS.indexOf(logging.level)) log(level, message);
  };
