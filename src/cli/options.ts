import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Mode, RecordingOptions } from '../bench/index.js';
import { nearest } from '../util/index.js';
import type { CliOptions } from './command.js';
import { UsageError } from './exit-codes.js';

export const EVALUATION = {
  eval: { type: 'string', short: 'e', value: 'CODE', help: 'evaluate TypeScript and print the value' },
  sandbox: {
    type: 'boolean',
    help: 'use the local simulator, and recordings for external services. This is the default',
  },
  from: {
    type: 'string',
    takes: 'recording',
    help: 'start the sandbox with the resources that a recording shows, in place of the sample account',
  },
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
  profile: { type: 'string', takes: 'profile', help: 'with --live: use this profile' },
  yes: { type: 'boolean', help: 'with --live: do not ask before requests that buy, delete, dial or send' },
  record: {
    type: 'string',
    takes: 'file',
    help: 'record requests and responses, and redact personal data when the session ends',
  },
  'no-redact': { type: 'boolean', help: 'with --record: keep personal data. Known secrets are always redacted' },
  map: {
    type: 'string',
    multiple: true,
    value: 'URL=sandbox',
    help: 'send requests to this host where the requests of platform go, whichever client sends them',
  },
  json: {
    type: 'boolean',
    help: 'print the value (in a script: of the last expression) as JSON on stdout, and the output of console on stderr',
  },
  help: { type: 'boolean', short: 'h', help: 'print this help' },
  version: { type: 'boolean', short: 'v', help: 'print the version' },
} as const satisfies CliOptions;

/** How a sandbox signs its requests to servers of the user. */
export const SIGNING = {
  'signing-key': { type: 'string', value: 'KEY', help: 'sign the requests to your servers with this key' },
  'signature-prefix': {
    type: 'string',
    value: 'X-NAME',
    help: 'send the signatures in X-NAME-Signature and X-NAME-SHA256-Signature; the default is X-Platform',
  },
} as const satisfies CliOptions;

interface SigningValues {
  readonly 'signing-key'?: string;
  readonly 'signature-prefix'?: string;
}

export const signingOptions = ({
  'signing-key': signing_key,
  'signature-prefix': signature_prefix,
}: SigningValues) => ({
  ...(signing_key !== undefined && { signing_key }),
  ...(signature_prefix !== undefined && { signature_prefix }),
});

/** Reports a wrong option of `createSandbox` by the name of its flag. */
export function sandboxOf<T>(create: () => T): T {
  try {
    return create();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const flag = (_: string, name: string) => `--${name.replaceAll('_', '-')}`;
    throw new UsageError(error.message.replace(/^createSandbox\(\{ (\w+) \}\)/, flag));
  }
}

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

const NO_CODE = "-e needs code: patchbay -e '1 + 1'";

type Parsed<T extends CliOptions> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>;

/** Parses options with Node's parser and rewrites its error messages. */
export function parse<T extends CliOptions>(args: readonly string[], options: T, allowPositionals = true): Parsed<T> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals }) as Parsed<T>; // the flag is not in the type
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    const [, dashed, instead] =
      /^Option '(.+)' argument is ambiguous.* use '([^']+)'/s.exec((error as Error).message) ?? [];
    if (dashed) throw new UsageError(`${dashed} needs a value. Write a value that starts with a dash as in ${instead}`);
    const [, unset] = /^Option '(.+?)(?: <value>)?' argument missing/.exec(message) ?? [];
    if (unset)
      throw new UsageError(unset.includes('--eval') ? NO_CODE : `${unset.replace(/^-\w, /, '')} needs a value`);
    const [, typed = ''] = /^Unknown option '(-[^']+)'/.exec(message) ?? [];
    const meant = nearest(typed.replace(/^-+/, ''), Object.keys(options));
    throw new UsageError(
      typed === '' ? message : `unknown option ${typed}${meant ? `. Did you mean --${meant}?` : ''}`,
    );
  }
}

export function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`--port must be a port number, not ${text}`);
}

/** Returns the index of the first argument that is neither an option nor the value of an option, or -1. */
export function firstPositional(args: readonly string[], options: CliOptions): number {
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
