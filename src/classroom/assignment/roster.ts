import { basename } from 'node:path';
import * as Yaml from 'yaml';
import { z } from 'zod';
import { fileProblem, Mistake, parseBoundedYaml, readRegularFile } from '../../util/index.js';

export interface Learner {
  /** Names files and folders. */
  readonly id: string;
  readonly name: string;
}

/** An id must be safe as the name of a file on each system. */
const Id = z
  .string()
  .regex(
    /^[A-Za-z0-9][\w.@-]{0,63}$/,
    'must have 1 to 64 letters, digits, and the signs . _ @ -, and begin with a letter or digit',
  )
  .refine((id) => !id.endsWith('.'), 'must not end with a dot');
const Entry = z.union([
  Id.transform((id): Learner => ({ id, name: id })),
  z
    .object({ id: z.coerce.string().pipe(Id), name: z.string().max(200).optional() })
    .transform(({ id, name }): Learner => ({ id, name: name ?? id })),
]);

const MAX_LEARNERS = 10_000;
const LIMITS = {
  what: 'the list of learners',
  characters: 2 ** 20,
  tokens: 200_000,
  depth: 10,
  advice: 'Split the class.',
};

/** Reads a list of learners: CSV with a column `id`, or YAML with a list of ids or of `{ id, name }`. */
export function readRoster(file: string): readonly Learner[] {
  const text = textOf(file);
  const entries = /\.ya?ml$/i.test(file) ? entriesOfYaml(text, file) : entriesOfCsv(text, file);
  if (entries.length === 0) throw refuse(file, 'it lists no learners');
  if (entries.length > MAX_LEARNERS) throw refuse(file, `it lists more than ${MAX_LEARNERS} learners`);
  const seen = new Set<string>();
  return entries.map((entry, index) => {
    const read = Entry.safeParse(entry);
    if (!read.success) throw refuse(file, `learner ${index + 1}: ${problemOf(read.error, entry)}`);
    const key = read.data.id.toLowerCase();
    if (seen.has(key)) throw refuse(file, `two learners have the id "${read.data.id}"`);
    seen.add(key);
    return read.data;
  });
}

const refuse = (file: string, problem: string) => new Mistake(`${basename(file)}: ${problem}`);

function problemOf({ issues: [issue] }: z.ZodError, entry: unknown): string {
  const nested = issue?.code === 'invalid_union' ? issue.errors.flat().at(-1) : issue;
  return `the id of ${JSON.stringify(entry)} ${nested?.message ?? 'is invalid'}`;
}

function textOf(file: string): string {
  try {
    return readRegularFile(file, { max: LIMITS.characters, advice: LIMITS.advice })
      .toString()
      .replace(/^\ufeff/, '');
  } catch (cause) {
    throw new Mistake(`${file} cannot be read: ${fileProblem(cause)}`, { cause });
  }
}

function entriesOfYaml(text: string, file: string): readonly unknown[] {
  const document = parseBoundedYaml(Yaml, text, LIMITS);
  const [error] = document.errors;
  if (error) throw refuse(file, error.message);
  const entries: unknown = document.toJS({ maxAliasCount: 0 });
  if (!Array.isArray(entries)) throw refuse(file, 'it must be a list of learners');
  return entries;
}

function entriesOfCsv(text: string, file: string): readonly unknown[] {
  const [head = [], ...rows] = csvRows(text);
  const columns = head.map((name) => name.trim().toLowerCase());
  if (!columns.includes('id')) throw refuse(file, 'the first line must name the columns, and one of them must be id');
  return rows.map((row) =>
    Object.fromEntries(columns.flatMap((name, index) => (row[index]?.trim() ? [[name, row[index].trim()]] : []))),
  );
}

/** Splits CSV with commas or semicolons and quotes. Empty lines are left out. */
function csvRows(text: string): string[][] {
  const separator = /^[^\n]*;/.test(text) && !/^[^\n]*,/.test(text) ? ';' : ',';
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = /"((?:[^"]|"")*)"|([^",;\r\n]+)|(\r?\n)|([,;])/g;
  let current = '';
  const endCell = () => {
    row.push(current);
    current = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((cell) => cell.trim() !== '')) rows.push(row);
    row = [];
  };
  for (const [whole, quoted, plain, line] of text.matchAll(cells)) {
    if (line !== undefined) endRow();
    else if (whole === separator) endCell();
    else current += quoted?.replaceAll('""', '"') ?? plain ?? whole;
  }
  endRow();
  return rows;
}
