import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { z } from 'zod';
import { CassetteEntry, CassetteHeader } from './format.js';

export interface Cassette {
  readonly header: CassetteHeader;
  readonly entries: readonly CassetteEntry[];
  /** What was skipped, in words: a last line that was torn off. */
  readonly warnings: readonly string[];
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why =
      { ENOENT: 'there is no such file', EISDIR: 'it is a folder' }[code ?? ''] ?? String((cause as Error).message);
    throw new Error(`the recording ${file} cannot be read: ${why}`, { cause });
  }
}

interface Document {
  readonly value: unknown;
  readonly line: number;
}

/** Reads a cassette in either spelling. Reading evaluates nothing; what does not fit is one error with its line. */
export function openCassette(file: string): Cassette {
  const text = read(file);
  const yaml = ['.yaml', '.yml'].includes(extname(file));
  const { documents, warnings } = yaml ? { documents: fromYaml(text, file), warnings: [] } : fromLines(text, file);
  const [first, ...rest] = documents;
  if (!first) throw new Error(`${file} is empty; a cassette begins with a header`);
  return {
    header: parse(CassetteHeader, first, file),
    entries: rest.map((document) => parse(CassetteEntry, document, file)),
    warnings,
  };
}

function fromYaml(text: string, file: string): Document[] {
  const documents = parseAllDocuments(text, { uniqueKeys: true, merge: false, lineCounter: undefined });
  if (!Array.isArray(documents)) return [];
  return documents.map((document) => {
    const line = text.slice(0, document.range[0]).split('\n').length;
    const [problem] = document.errors;
    if (problem) throw new Error(`${file}:${problem.linePos?.[0].line ?? line}: ${problem.message.split('\n')[0]}`);
    // Aliases can make a small file a huge value; a cassette needs none.
    return { value: document.toJS({ maxAliasCount: 0 }), line };
  });
}

function fromLines(text: string, file: string): { documents: Document[]; warnings: string[] } {
  const lines = text.split('\n');
  const torn = lines.pop();
  const documents = lines.flatMap((content, i) =>
    content === '' ? [] : [{ value: parseLine(content, file, i + 1), line: i + 1 }],
  );
  const warnings = torn ? [`${file}:${lines.length + 1}: the last line is torn off and was skipped`] : [];
  return { documents, warnings };
}

function parseLine(content: string, file: string, line: number): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new Error(`${file}:${line}: not JSON`, { cause });
  }
}

function parse<T>(schema: z.ZodType<T>, { value, line }: Document, file: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${file}:${line}: ${issue?.path.join('.') || 'the entry'}: ${issue?.message}`);
}
