import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import type { z } from 'zod';
import { shippedPath } from '../../util/index.js';
import { CassetteError } from './cassette-error.js';
import { plainlyFits } from './quick-check.js';
import { type Placed, readLines } from './read-ndjson.js';
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
  const documents = rest.map((one) => (plainlyFits(one.value) ? one.value : parse(CassetteDocument, one, file)));
  return { header, documents, entries: documents.filter(isExchange), warnings };
}

const EMPTY = 'is empty. A recording begins with a header';

const HAR = /^\ufeff?\s*\{\s*"log"\s*:\s*\{/;
const IS_HAR = 'is a HAR file (HTTP Archive), not a recording. To make a recording of it, type: patchbay import FILE';

export const isYaml = (file: string): boolean => ['.yaml', '.yml'].includes(extname(file));

/** A request without a response answers nothing in a replay. */
const isExchange = (document: CassetteDocument): document is CassetteEntry =>
  document.kind === 'http' && !document.unanswered;

function parse<T>(schema: z.ZodType<T>, { value, line }: Placed, file: string): T {
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
