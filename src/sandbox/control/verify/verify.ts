import { counted, nearest } from '../../../util/index.js';
import { checkOperation, isOperationOf } from '../operation-names.js';
import { type Mismatch, mismatches, shown } from './pattern.js';
import { type Happened, type HappenedRecord, KINDS, type Kind, recordsOf } from './records.js';

type Pattern = Readonly<Record<string, unknown>>;

/** What must have happened: one kind, the fields that must fit, and how often. Default: at least once. */
export interface Expected {
  readonly request?: Pattern;
  readonly message?: Pattern;
  readonly call?: Pattern;
  readonly callback?: Pattern;
  /** Exactly so often; 0 for never. */
  readonly times?: number;
  readonly at_least?: number;
  readonly at_most?: number;
}

export interface VerifyOptions {
  /** Whether what was expected must have happened in the order of the list. */
  readonly in_order?: boolean;
}

export interface VerifiedExpectation {
  readonly passed: boolean;
  /** How many fit. */
  readonly count: number;
  /** What is missing or too much, with the record that fits best. Null if it passed. */
  readonly difference: string | null;
}

export interface Verified {
  readonly passed: boolean;
  /** The differences of all expectations as one text. Null if all passed. */
  readonly difference: string | null;
  readonly expectations: readonly VerifiedExpectation[];
}

const MAX_MISMATCHES = 10;

/** Compares what happened in a sandbox with what is expected. */
export function verify(happened: Happened, expected: readonly Expected[], { in_order }: VerifyOptions = {}): Verified {
  const wanted = expected.map(read);
  const records = recordsOf(happened);
  const expectations = wanted.map((one) => verifyOne(one, records));
  const differences = expectations.flatMap(({ difference }) => difference ?? []);
  const order = in_order && differences.length === 0 ? orderProblem(wanted, records) : undefined;
  const all = [...differences, ...(order === undefined ? [] : [order])];
  return { passed: all.length === 0, difference: all.length === 0 ? null : all.join('\n\n'), expectations };
}

interface Wanted {
  readonly kind: Kind;
  readonly pattern: Pattern;
  readonly min: number;
  readonly max: number;
}

function read(expected: Expected, index: number): Wanted {
  const refuse = (problem: string) => new TypeError(`verify: expectation ${index + 1} ${problem}`);
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => expected[kind] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1)
    throw refuse(`must have one of ${Object.keys(KINDS).join(', ')}, with the fields that must fit`);
  const pattern = expected[kind] ?? {};
  const allowed: readonly string[] = KINDS[kind];
  const unknown = Object.keys(pattern).find((name) => !allowed.includes(name));
  if (unknown !== undefined) {
    const meant = nearest(unknown, allowed);
    throw refuse(`has an unknown field ${unknown} of ${kind}${meant ? `. Did you mean ${meant}?` : ''}`);
  }
  if (typeof pattern.operation === 'string') checkOperation('verify', pattern.operation);
  const { times, at_least = times ?? (expected.at_most === undefined ? 1 : 0), at_most = times } = expected;
  return { kind, pattern, min: at_least, max: at_most ?? Number.POSITIVE_INFINITY };
}

function verifyOne(wanted: Wanted, records: readonly HappenedRecord[]): VerifiedExpectation {
  const compared = records
    .filter(({ kind }) => kind === wanted.kind)
    .map((record) => ({ record, problems: problemsOf(wanted, record) }));
  const count = compared.filter(({ problems }) => problems.length === 0).length;
  const passed = count >= wanted.min && count <= wanted.max;
  return { passed, count, difference: passed ? null : differenceOf(wanted, count, compared) };
}

interface Compared {
  readonly record: HappenedRecord;
  readonly problems: readonly Mismatch[];
}

/** An operation may be a namespace, as for faults. */
function problemsOf({ pattern }: Pick<Wanted, 'pattern'>, { value }: HappenedRecord): Mismatch[] {
  const { operation, ...rest } = pattern;
  const actual = 'operation' in value ? value.operation : undefined;
  if (typeof operation !== 'string') return mismatches(pattern, value);
  const isSame = typeof actual === 'string' && isOperationOf(operation, actual);
  const differs = { at: 'operation', expected: shown(operation), found: shown(actual) };
  return [...(isSame ? [] : [differs]), ...mismatches(rest, value)];
}

function differenceOf(wanted: Wanted, count: number, compared: readonly Compared[]): string {
  const { kind, pattern } = wanted;
  const lines = [
    `Expected ${timesText(wanted)}: ${kind} ${shown(pattern)}`,
    `Found: ${count} of ${counted(compared.length, kind)}`,
  ];
  const close = count >= wanted.min ? undefined : closest(compared);
  if (!close) return lines.join('\n');
  const { record, problems } = close;
  const shownProblems = problems.slice(0, MAX_MISMATCHES);
  return [
    ...lines,
    `Closest: ${kind} ${record.index + 1} at ${record.at}`,
    ...shownProblems.map(({ at, expected, found }) => `  ${at}: expected ${expected}, found ${found}`),
    ...(problems.length > MAX_MISMATCHES ? [`  … and ${problems.length - MAX_MISMATCHES} more`] : []),
  ].join('\n');
}

/** The record that differs in the fewest fields, and of these the first with the same operation. */
function closest(compared: readonly Compared[]): Compared | undefined {
  const weight = (problems: readonly Mismatch[]) =>
    problems.length + (problems.some(({ at }) => at === 'operation' || at === 'event') ? 100 : 0);
  return compared
    .filter(({ problems }) => problems.length > 0)
    .sort((one, other) => weight(one.problems) - weight(other.problems))[0];
}

function timesText({ min, max }: Wanted): string {
  if (max === 0) return 'never';
  if (min === max) return min === 1 ? 'once' : `${min} times`;
  if (max === Number.POSITIVE_INFINITY) return min === 1 ? 'at least once' : `at least ${min} times`;
  return min === 0 ? `at most ${max} times` : `${min} to ${max} times`;
}

/** Takes for each expectation the first records that fit after those of the one before. */
function orderProblem(wanted: readonly Wanted[], records: readonly HappenedRecord[]): string | undefined {
  let last: HappenedRecord | undefined;
  for (const [index, one] of wanted.entries())
    for (let taken = 0; taken < one.min; taken++) {
      const next = records.find(
        (record) => record.kind === one.kind && isLater(record, last) && problemsOf(one, record).length === 0,
      );
      if (!next)
        return [
          `Expected in order: ${one.kind} ${shown(one.pattern)} as number ${index + 1}`,
          `It did not happen after: ${last ? `${last.kind} ${shown(summary(last))} at ${last.at}` : 'the start'}`,
        ].join('\n');
      last = next;
    }
  return undefined;
}

/** Of things at the same time, only those of one kind have an order. */
const isLater = (record: HappenedRecord, last: HappenedRecord | undefined): boolean =>
  !last || record.at > last.at || (record.at === last.at && (record.kind !== last.kind || record.index > last.index));

const summary = ({ kind, value }: HappenedRecord): Pattern => {
  const [first, second] = KINDS[kind];
  const fields = value as Pattern;
  return { [first]: fields[first], [second]: fields[second] };
};
