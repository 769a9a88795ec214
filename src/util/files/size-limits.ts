const KIB = 2 ** 10;
const MIB = 2 ** 20;

/** The sizes that Patchbay reads and records. `docs/reference/limits.md` lists them from here. */
export const SIZE_LIMITS = {
  file: {
    max: 16 * MIB,
    unit: 'bytes',
    of: 'a script, a config file, a policy, a call document, or another file that is not below',
  },
  recording: { max: 256 * MIB, unit: 'bytes', of: 'a recording in `.ndjson`' },
  line: { max: 128 * MIB, unit: 'characters', of: 'one line of a recording in `.ndjson`: a request with its response' },
  yaml: { max: 64 * MIB, unit: 'characters', of: 'a recording in `.yaml`' },
  imported: { max: 256 * MIB, unit: 'bytes', of: 'a file or a pasted text that `patchbay import` reads' },
  curl: { max: 16 * MIB, unit: 'characters', of: 'a text with curl commands' },
  logLine: { max: MIB, unit: 'characters', of: 'a line of a log' },
  notebook: { max: 256 * MIB, unit: 'bytes', of: 'a notebook' },
  state: { max: 256 * MIB, unit: 'characters', of: 'the file of `patchbay sandbox --state`' },
  response: { max: 32 * MIB, unit: 'bytes', of: 'the body of a response, received or recorded' },
  json: {
    max: 256 * KIB,
    unit: 'characters',
    of: 'a body that is recorded as `json`. A larger one is recorded as `text`',
  },
  replayed: { max: 10_000, unit: 'requests', of: 'a recording that is replayed or minimised' },
  exported: { max: 10_000, unit: 'entries', of: 'a recording that is exported' },
  exportedPairs: { max: 50_000, unit: 'pairs', of: 'the forms and queries of more than 100 pairs in such a recording' },
} as const satisfies Readonly<Record<string, SizeLimit>>;

export interface SizeLimit {
  readonly max: number;
  readonly unit: 'bytes' | 'characters' | 'entries' | 'pairs' | 'requests';
  /** What the limit is for, in Markdown. */
  readonly of: string;
}

/** Such as `64 MiB`, `256 Ki characters` `10,000 entries` or `50,000 pairs`. */
export function limitText({ max, unit }: SizeLimit): string {
  if (unit !== 'bytes' && unit !== 'characters') return `${max.toLocaleString('en-US')} ${unit}`;
  const [count, prefix] = max >= MIB ? [max / MIB, 'Mi'] : [max / KIB, 'Ki'];
  return unit === 'bytes' ? `${count} ${prefix}B` : `${count} ${prefix} characters`;
}
