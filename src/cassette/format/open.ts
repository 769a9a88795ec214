import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import type { z } from 'zod';
import { counted, LimitError, shippedPath } from '../../util/index.js';
import { CassetteError } from './cassette-error.js';
import { plainlyFits } from './quick-check.js';
import { type NumberedDocument, type ReadingOptions, readLines } from './read-ndjson.js';
import { readText } from './read-text.js';
import { readYaml } from './read-yaml.js';
import { CassetteDocument, type CassetteEntry, CassetteHeader } from './schema.js';

export interface Cassette {
  readonly header: CassetteHeader;
  readonly entries: readonly CassetteEntry[];
  /** All documents after the header, in order: the exchanges, and the session entries between them. */
  readonly documents: readonly CassetteDocument[];
  /** Warnings about skipped parts, such as a truncated last line. */
  readonly warnings: readonly string[];
}

/**
 * Reads a cassette in YAML or NDJSON. Evaluates no code. Throws an error with the line. A path such as
 * `fixtures/paging/queues.yaml` that does not exist in the current folder names a file of this package.
 */
export const openCassette = (file: string): Cassette => parseCassette(readText(existing(file)), file);

/** Whether a text begins as a recording does, valid or not. */
export const isRecordingText = (text: string): boolean =>
  /^\s*(?:(?:#|---|\w+:).*[\r\n]\s*)*?(?:kind: *["']?cassette\b|\{"kind": ?"cassette")/.test(text.slice(0, MAX_HEADER));

const MAX_HEADER = 4_000;

/** A recording as far as it can be read. */
export interface CassetteParts {
  readonly bytes: number;
  readonly header: CassetteHeader | undefined;
  /** The valid documents after the header, each with its line. */
  readonly documents: readonly { readonly document: CassetteDocument; readonly line: number }[];
  /** Why other parts are invalid or were not read, up to a limit. */
  readonly problems: readonly string[];
  readonly problemCount: number;
}

const MAX_PROBLEMS = 20;

/** A recording has no invalid parts. The file of a stranger may have millions, and an error for each would take long. */
const MAX_INVALID = 10_000;

class TooManyProblems extends Error {}

/** Reads the valid parts of a file that may be damaged or hostile, in a limited time. Evaluates no code. */
export function openParts(file: string, { maxTokens }: Pick<ReadingOptions, 'maxTokens'> = {}): CassetteParts {
  const problems: string[] = [];
  let problemCount = 0;
  const onProblem = (problem: Error) => {
    const isLimit = problem.cause instanceof LimitError && problem.cause.limit === maxTokens;
    const message = isLimit ? `${placeOf(problem)}: not read from here, because that would take long` : problem.message;
    if (++problemCount <= MAX_PROBLEMS) problems.push(message);
    if (problemCount < MAX_INVALID) return;
    problems.unshift(
      `${placeOf(problem)}: not read from here, because ${counted(MAX_INVALID, 'part')} before are invalid`,
    );
    throw new TooManyProblems();
  };
  const attemptPart = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof CassetteError)) throw error;
      onProblem(error);
      return undefined;
    }
  };
  const text = attemptPart(() => readText(existing(file))) ?? '';
  if (HAR.test(text)) throw new CassetteError(file, undefined, IS_HAR);
  const read = isYaml(file) ? readYaml : readLines;
  const documents: { document: CassetteDocument; line: number }[] = [];
  let header: CassetteHeader | undefined;
  let isFirst = true;
  // Checked one by one, because reading ends when too many are invalid.
  const onDocument = (one: NumberedDocument) => {
    if (isFirst) header = attemptPart(() => parse(CassetteHeader, one, file));
    const isHeader = isFirst && header !== undefined;
    isFirst = false;
    const document = isHeader ? undefined : attemptPart(() => documentFrom(one, file));
    if (document) documents.push({ document, line: one.line });
  };
  try {
    const options = { onProblem, onDocument, ...(maxTokens !== undefined && { maxTokens }) };
    const { warnings } = attemptPart(() => read(text, file, options)) ?? { warnings: [] };
    for (const message of warnings) onProblem(new Error(message));
    if (isFirst && problemCount === 0) onProblem(new CassetteError(file, undefined, EMPTY));
  } catch (error) {
    if (!(error instanceof TooManyProblems)) throw error;
  }
  return { bytes: Buffer.byteLength(text), header, documents, problems, problemCount };
}

const placeOf = (problem: Error): string =>
  problem instanceof CassetteError && problem.line !== undefined ? `${problem.file}:${problem.line}` : 'the file';

const documentFrom = (one: NumberedDocument, file: string): CassetteDocument =>
  plainlyFits(one.value) ? one.value : parse(CassetteDocument, one, file);

function existing(file: string): string {
  if (existsSync(file) || !/^fixtures[/\\]/.test(file)) return file;
  const shipped = shippedPath(file);
  return existsSync(shipped) ? shipped : file;
}

/** Parses a cassette from text. The file name decides the format and appears in errors. */
export function parseCassette(text: string, file: string): Cassette {
  if (HAR.test(text)) throw new CassetteError(file, undefined, IS_HAR);
  const { documents: placed, warnings } = isYaml(file) ? readYaml(text, file) : readLines(text, file);
  const [first, ...rest] = placed;
  if (!first) throw new CassetteError(file, undefined, warnings.length > 0 ? 'the header is incomplete' : EMPTY);
  const header = parse(CassetteHeader, first, file);
  const documents = rest.map((one) => documentFrom(one, file));
  return { header, documents, entries: documents.filter(isExchange), warnings };
}

const EMPTY = 'is empty. A recording begins with a header';

const HAR = /^\ufeff?\s*\{\s*"log"\s*:\s*\{/;
const IS_HAR = 'is a HAR file (HTTP Archive), not a recording. To make a recording of it, type: patchbay import FILE';

export const isYaml = (file: string): boolean => ['.yaml', '.yml'].includes(extname(file));

/** A request without a response answers nothing in a replay. */
const isExchange = (document: CassetteDocument): document is CassetteEntry =>
  document.kind === 'http' && !document.unanswered;

function parse<T>(schema: z.ZodType<T>, { value, line }: NumberedDocument, file: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = innermost(result.error.issues[0] as Issue);
  const message = issue.message.endsWith('received undefined') ? 'is required' : issue.message;
  throw new CassetteError(file, line, `${issue.path.join('.') || 'the entry'}: ${message}`);
}

type Issue = z.core.$ZodIssue;

/** If a value matches no branch of a union, uses the error of the branch that comes closest. */
function innermost(issue: Issue): { path: PropertyKey[]; message: string } {
  if (issue.code !== 'invalid_union') return issue;
  const [own] = issue.errors
    .map((branch) => branch[0] as Issue | undefined)
    .filter((one) => one !== undefined && one.code === 'custom');
  return own ? { path: [...issue.path, ...own.path], message: own.message } : issue;
}

/**
 * The number of each document, counted from 1 over the requests and webhooks, as `cassette show` prints it. The inputs
 * and outputs of a session have no number of their own: theirs is that of the exchange before them.
 */
export function exchangeNumbers(documents: readonly CassetteDocument[]): readonly number[] {
  let number = 0;
  return documents.map(({ kind }) => (kind === 'http' || kind === 'webhook' ? ++number : number));
}
