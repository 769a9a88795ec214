import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Mode, RecordingOptions } from '../bench/index.js';
import { type CommandOptions, FROM, MAP, PROFILE, parse, RECORDING } from '../commands/index.js';
import { UsageError } from './exit-codes.js';

export const EVALUATION = {
  eval: { type: 'string', short: 'e', value: 'CODE', help: 'evaluate TypeScript and print the value' },
  sandbox: {
    type: 'boolean',
    help: 'use the local simulator, and recordings for external services. This is the default',
  },
  from: FROM,
  replay: {
    type: 'string',
    takes: 'recording',
    help: 'answer requests from a recording, and unrecorded requests from the sandbox',
  },
  check: {
    type: 'boolean',
    help: 'with --replay: exit with 3 at an unrecorded request, or if recorded requests were not sent',
  },
  live: {
    type: 'boolean',
    help: 'use the real platform and services. Needs a profile, or PLATFORM_PROJECT_ID, PLATFORM_API_TOKEN and PLATFORM_SPACE',
  },
  profile: PROFILE,
  yes: {
    type: 'boolean',
    help: 'do not ask: with --live, before requests that buy, delete, dial or send; at the prompt, before the first shell command',
  },
  record: {
    type: 'string',
    takes: 'file',
    help: 'record requests and responses, and redact personal data when the session ends',
  },
  ...RECORDING,
  map: MAP,
  json: {
    type: 'boolean',
    help: 'print the value (in a script: of the last expression) as JSON on stdout, and the output of console on stderr',
  },
  help: { type: 'boolean', short: 'h', help: 'print this help' },
  version: { type: 'boolean', short: 'v', help: 'print the version' },
} as const satisfies CommandOptions;

export interface EvaluationOptions {
  readonly mode: Mode;
  readonly code?: string;
  readonly record?: RecordingOptions;
  /** Addresses whose requests go where those of `platform` go. */
  readonly maps: readonly string[];
  readonly json: boolean;
  /** Sends live requests that buy, delete, dial or send without asking. */
  readonly yes: boolean;
  readonly help: boolean;
  readonly version: boolean;
  readonly words: readonly string[];
}

export function evaluationOptions(args: readonly string[]): EvaluationOptions {
  const { values, positionals } = parse(args, EVALUATION);
  if (values.map && values.live) throw new UsageError('--map works with --sandbox and --replay, not with --live');
  if (values['no-redact'] && values.record === undefined) throw new UsageError('--no-redact needs --record FILE');
  const { eval: code, record, json = false, yes = false, help = false, version = false } = values;
  return {
    mode: modeOf(values),
    maps: mappedAddresses(values.map),
    json,
    yes,
    help,
    version,
    words: positionals,
    ...(code !== undefined && { code }),
    ...(record !== undefined && { record: { file: resolve(record), session: true, redact: !values['no-redact'] } }),
  };
}

export const mappedAddresses = (texts: readonly string[] = []): string[] => texts.map(mappedAddress);

/** Reads `https://customer.example=sandbox`. */
function mappedAddress(text: string): string {
  const [, address = '', target] = /^(.*)=([^=]*)$/.exec(text) ?? [];
  if (target === 'sandbox' && /^https?:\/\/[^/]/.test(address) && URL.canParse(address)) return address;
  throw new UsageError(`--map needs an address and where it goes, as in https://customer.example=sandbox, not ${text}`);
}

export function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`--port must be a port number, not ${text}`);
}

/** Returns the index of the first argument that is neither an option nor the value of an option, or -1. */
export function firstPositional(args: readonly string[], options: CommandOptions): number {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  return tokens.find(({ kind }) => kind === 'positional')?.index ?? -1;
}

interface ModeOptions {
  readonly sandbox?: boolean;
  readonly from?: string;
  readonly replay?: string;
  readonly live?: boolean;
  readonly profile?: string;
  readonly check?: boolean;
}

function modeOf({ sandbox, from, replay, live, profile, check = false }: ModeOptions): Mode {
  if ([sandbox, replay !== undefined, live].filter(Boolean).length > 1)
    throw new UsageError('choose one of --sandbox, --replay and --live');
  if (from !== undefined && (replay !== undefined || live))
    throw new UsageError('--from fills the sandbox, so it cannot be used with --replay or --live');
  if (check && replay === undefined) throw new UsageError('--check needs --replay');
  if (profile !== undefined && !live) throw new UsageError('--profile needs --live');
  if (replay !== undefined) return { kind: 'replay', file: resolve(replay), strict: check };
  if (live) return { kind: 'live', ...(profile !== undefined && { profile }) };
  return { kind: 'sandbox', ...(from !== undefined && { from: resolve(from) }) };
}
