import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Mode, RecordingOptions } from '../bench/index.js';
import { nearest } from '../util/index.js';
import { UsageError } from './exit-codes.js';

/** Options of everything that evaluates code. */
const EVALUATION = {
  eval: { type: 'string', short: 'e' },
  sandbox: { type: 'boolean' },
  replay: { type: 'string' },
  live: { type: 'boolean' },
  profile: { type: 'string' },
  yes: { type: 'boolean' },
  check: { type: 'boolean' },
  record: { type: 'string' },
  'no-redact': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

export interface EvaluationOptions {
  readonly mode: Mode;
  readonly code?: string;
  readonly record?: RecordingOptions;
  readonly json: boolean;
  /** Live calls that buy, delete, dial or send are sent unasked. */
  readonly yes: boolean;
  readonly help: boolean;
  readonly version: boolean;
  readonly words: readonly string[];
}

export function evaluationOptions(args: readonly string[]): EvaluationOptions {
  const { values, positionals } = parse({ args: [...args], options: EVALUATION, allowPositionals: true });
  const { eval: code, record, json = false, yes = false, help = false, version = false } = values;
  return {
    mode: modeOf(values),
    json,
    yes,
    help,
    version,
    words: positionals,
    ...(code !== undefined && { code }),
    ...(record !== undefined && { record: { file: resolve(record), redact: !values['no-redact'] } }),
  };
}

/** Node's own parser, its complaints turned into ours. */
export function parse<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const says = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    const [, typed = ''] = /^Unknown option '(-[^']+)'/.exec(says) ?? [];
    const meant = nearest(typed.replace(/^-+/, ''), Object.keys(config.options ?? {}));
    throw new UsageError(
      typed === '' ? says : `there is no option ${typed}${meant ? `; did you mean --${meant}?` : ''}`,
    );
  }
}

interface Where {
  readonly sandbox?: boolean;
  readonly replay?: string;
  readonly live?: boolean;
  readonly profile?: string;
  readonly check?: boolean;
}

function modeOf({ sandbox, replay, live, profile, check = false }: Where): Mode {
  if ([sandbox, replay !== undefined, live].filter(Boolean).length > 1)
    throw new UsageError('choose one of --sandbox, --replay and --live');
  if (check && replay === undefined) throw new UsageError('--check goes with --replay');
  if (profile !== undefined && !live) throw new UsageError('--profile goes with --live');
  if (replay !== undefined) return { kind: 'replay', file: resolve(replay), strict: check };
  return live ? { kind: 'live', ...(profile !== undefined && { profile }) } : { kind: 'sandbox' };
}
