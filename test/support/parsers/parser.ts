/** A parser of bytes that someone else wrote. */
export interface OutsideParser {
  readonly name: string;
  /** The files in `src` that this entry covers. Each file that parses bytes from outside is in one entry. */
  readonly files: readonly string[];
  /** An ordinary document of about this many bytes. Its cost is what other inputs are compared with. */
  ordinary(bytes: number): string | Buffer;
  /** Puts hostile text inside a valid document. Hostile bytes also come as they are. */
  readonly around?: readonly ((text: string) => string)[];
  /** Needs about a millisecond for each kilobyte of an ordinary document, so the tests give it less. */
  readonly isSlow?: boolean;
  /** Throws, or reports a problem, for an input that it refuses. */
  parse(input: Buffer): unknown;
}

const SENTENCE = 'The quick brown fox jumps over the lazy dog, and then it sleeps for an hour. ';

/** Plain English of about this many bytes, in lines. */
export const prose = (bytes: number): string => `${SENTENCE.slice(0, -1)}\n`.repeat(Math.ceil(bytes / SENTENCE.length));

const record = (at: number) => ({ id: `id-${at}`, name: `Name ${at}`, tags: ['a', 'b'], enabled: true, count: at });
const RECORD_BYTES = JSON.stringify(record(1000)).length + 1;

/** Returns ordinary records of at least this many bytes as JSON. */
export const records = (bytes: number): unknown[] =>
  Array.from({ length: Math.max(1, Math.floor(bytes / RECORD_BYTES)) }, (_, index) => record(index));

export const jsonRecords = (bytes: number): string => JSON.stringify({ items: records(bytes) });

/** The text as a JSON string inside an object. */
export const inJson = (text: string): string => JSON.stringify({ items: [text] });

export const text = (input: Buffer): string => input.toString('utf8');
