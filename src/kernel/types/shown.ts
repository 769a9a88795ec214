import { types } from 'node:util';
import type { Bench, Outcome } from '../../bench/index.js';
import { asText } from '../../util/index.js';
import type { TypeProblem } from './messages.js';

/** What the cell has already shown to the user. */
export interface Shown {
  /** The message of its error, with the places in the cell. */
  readonly failure?: {
    readonly message: string;
    readonly isTypeError: boolean;
    /** The innermost place first. */
    readonly places: readonly CellPosition[];
  };
  /** The notices of the bench, such as `nmae is not a known field`. */
  readonly notices: readonly string[];
}

/** Lines and columns start at 1. */
interface CellPosition {
  readonly line: number;
  readonly column: number;
}

interface Ran {
  readonly bench: Pick<Bench, 'framesOf' | 'log'>;
  readonly filename: string | undefined;
  /** The number of events before the cell. */
  readonly since: number;
}

/** Collects what a cell has shown when it ends. */
export function saidBy(outcome: Outcome, { bench, filename, since }: Ran): Shown {
  const notices = bench.log.events.slice(since).flatMap((event) => (event.kind === 'notice' ? [event.text] : []));
  if (outcome.ok) return { notices };
  const { error } = outcome;
  const message = messageOf(error);
  if (message === undefined) return { notices };
  const places = bench.framesOf(error).flatMap((frame) => {
    const [, file, line, column] = /([^\s(]+):(\d+):(\d+)\)?$/.exec(frame) ?? [];
    return filename !== undefined && file === filename ? [{ line: Number(line), column: Number(column) }] : [];
  });
  return { failure: { message: asText(message), isTypeError: error instanceof TypeError, places }, notices };
}

/** Reads the message without running code of the user. */
function messageOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  if (types.isProxy(error)) return undefined;
  const own = Object.getOwnPropertyDescriptor(error, 'message');
  return own?.get ? undefined : (own?.value ?? '');
}

/** Whether an error or a notice of the cell has the same cause as a type error. */
export function isShown(problem: TypeProblem, source: string, { failure, notices }: Shown): boolean {
  if (notices.some((notice) => isNoticed(problem, source, notice))) return true;
  if (!failure) return false;
  const { message, places, isTypeError } = failure;
  const marked = markedIn(problem, source);
  if (problem.code === NO_MODULE) return message.includes(marked.slice(1, -1).replace(/^[./]+/, ''));
  // V8 gives no place of `[...value]`.
  if (places.length === 0) return isOfIteration(problem, message);
  const { start, end } = problem.statement;
  const offsets = places.map((place) => offsetOf(place, source)).filter((at) => start <= at && at < end);
  const [innermost] = offsets;
  if (innermost === undefined) return false;
  // The warning names the cause, and the error only what followed from it: `… of undefined (reading 'slice')`.
  if (problem.absent && !wordsOf(message).has(problem.absent.name)) return false;
  if (isTypeError && isArgumentOf(problem, source, innermost)) return true;
  return isNamed(problem, source, message) || offsets.some((at) => leadsTo(problem, source, at));
}

const NO_MODULE = 2307;
const CONSTANT = 2588;
/** An argument is missing, or has another type than the parameter. */
const OF_ARGUMENTS = [2345, 2554, 2555, 2769];
/** An object has no such property, or must not have it. */
const OF_PROPERTY = [2339, 2353, 2551, 2561];

/** Whether the message of an error in the same statement has the same cause. */
function isNamed(problem: TypeProblem, source: string, message: string): boolean {
  if (problem.code === CONSTANT) return message.startsWith('Assignment to constant');
  if (isOfIteration(problem, message)) return true;
  const words = wordsOf(message);
  if (namesIn(problem, source).some((name) => words.has(name))) return true;
  // The client checks the arguments too: `queues.get(queue_id): queue_id must be a non-empty string, not number`.
  return /^[\w.]+\([^)]*\): /.test(message) && OF_ARGUMENTS.includes(problem.code) && !/propert/i.test(problem.message);
}

function isNoticed(problem: TypeProblem, source: string, notice: string): boolean {
  if (notice.startsWith('the rows are in ') && /\bPage</.test(problem.message)) return true;
  const words = wordsOf(notice);
  // TypeScript before 5.4 reports an unknown field of an argument as the wrong type of the argument.
  const isOfProperty = OF_PROPERTY.includes(problem.code) || /may only specify known properties/.test(problem.message);
  return isOfProperty && namesIn(problem, source).some((name) => words.has(name));
}

const isOfIteration = (problem: TypeProblem, message: string) =>
  /\biterable\b|^Spread syntax/.test(message) && /iterator|iterable/i.test(problem.message);

/** Whether the marked name leads to the place that failed: `phone_number` to `list` in `platform.phone_number.list()`. */
function leadsTo(problem: TypeProblem, source: string, at: number): boolean {
  const { start, end } = problem.at;
  const isName = /^[\p{ID_Continue}$.?!]+$/u.test(markedIn(problem, source));
  return isName && start <= at && (at <= end || /^[\p{ID_Continue}$.?![\]'"()]*$/u.test(source.slice(end, at)));
}

/** Whether a function, called at this place, refused the type of an argument: `display.table('x')`. */
const isArgumentOf = (problem: TypeProblem, source: string, at: number): boolean =>
  OF_ARGUMENTS.includes(problem.code) &&
  at <= problem.at.start &&
  /^[\p{ID_Continue}$.]+\([^()]*$/u.test(source.slice(at, problem.at.start));

const markedIn = ({ at }: TypeProblem, source: string) => source.slice(at.start, at.end);

const NAMED =
  /(?:\b(?:[Pp]roperty|[Nn]ame|known properties, but|Did you mean(?: to write)?) |variable )'([^'\n]+)'|missing the following properties from type '[^'\n]*': ([^\n]+)/g;

/** Returns the names that a type error is about: the marked one, and those of properties in its message. */
function namesIn(problem: TypeProblem, source: string): string[] {
  const marked = /[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.exec(markedIn(problem, source))?.[0];
  const quoted = [...problem.message.matchAll(NAMED)].flatMap(([, name, list]) => name ?? list?.split(', ') ?? []);
  return marked === undefined ? quoted : [marked, ...quoted];
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu));

function offsetOf({ line, column }: CellPosition, source: string): number {
  const lines = source.split('\n').slice(0, line - 1);
  return lines.reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
}
