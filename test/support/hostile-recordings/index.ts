import { toYaml } from '../../../src/cassette/index.js';
import { seeded } from '../random.js';
import type { Entry, Kind } from './entries.js';
import { EXCHANGE_KINDS } from './exchanges.js';
import { PAIR_KINDS } from './pairs.js';
import { SEQUENCE_KINDS } from './sequences.js';

// Recordings of up to 10 MB that a stranger could send: each is valid enough to be read, and costly in one way.
const MAX_BYTES = 10 * 2 ** 20;
const MIN_BYTES = 2 ** 10;
const HEADER = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' } as const;
const KINDS: Readonly<Record<string, Kind>> = { ...EXCHANGE_KINDS, ...SEQUENCE_KINDS, ...PAIR_KINDS };

type Share = () => number;
const linesOf = (documents: readonly Entry[]) =>
  [HEADER, ...documents].map((one) => `${JSON.stringify(one)}\n`).join('');
/** The first part of a text. */
const cut = (text: string, share: Share) => text.slice(0, Math.floor(text.length * (0.5 + share() / 2)));

/** A file of a recording: its ending, and its text. */
const FORMATS: Readonly<Record<string, readonly [string, (documents: readonly Entry[], share: Share) => string]>> = {
  NDJSON: ['ndjson', linesOf],
  'YAML as Patchbay writes it': ['yaml', (documents) => toYaml({ header: HEADER, documents: documents as never })],
  'NDJSON without its end': ['ndjson', (documents, share) => cut(linesOf(documents), share)],
  'YAML of JSON': ['yaml', (documents) => linesOf(documents).replaceAll('\n', '\n---\n')],
  'YAML of JSON without its end': [
    'yaml',
    (documents, share) => cut(linesOf(documents), share).replaceAll('\n', '\n---\n'),
  ],
  'YAML with another line in the middle': [
    'yaml',
    (documents) => {
      const text = linesOf(documents).replaceAll('\n', '\n---\n');
      const middle = text.indexOf('\n', text.length / 2) + 1;
      return `${text.slice(0, middle)}a: [b: &c {d: *c}\n${text.slice(middle)}`;
    },
  ],
};

export interface HostileRecording {
  readonly title: string;
  readonly file: string;
  readonly text: string;
}

/** The recording with this number: one kind after the other, in one format after the other. */
export function hostileRecording(seed: number): HostileRecording {
  const { below } = seeded(seed);
  const share = () => below(1_000) / 1_000;
  const kinds = Object.keys(KINDS);
  const formats = Object.keys(FORMATS);
  const turn = Math.floor(seed / kinds.length);
  const bytes = Math.floor(MIN_BYTES * (MAX_BYTES / MIN_BYTES) ** share());
  return recordingOf(
    { kind: kinds[seed % kinds.length] as string, format: formats[(turn + seed) % formats.length] as string, bytes },
    share,
  );
}

export interface HostileShape {
  readonly kind: string;
  readonly format: string;
  readonly bytes: number;
}

function recordingOf({ kind, format, bytes }: HostileShape, share: Share = () => 1): HostileRecording {
  const [make, written] = [KINDS[kind], FORMATS[format]];
  if (!make || !written) throw new Error(`unknown kind or format: ${kind}, ${format}`);
  const [ending, write] = written;
  const text = write(make(bytes), share);
  return { title: `${kind}, ${text.length} characters, ${format}`, file: `a.${ending}`, text };
}
