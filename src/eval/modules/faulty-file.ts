import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Program } from 'acorn';
import { attempt } from '../../util/index.js';
import { same } from '../errors/position.js';
import { fromAcorn, SourceError } from '../errors/source-error.js';
import { parse } from '../parse/parse.js';

/** More files than this are not searched for the error. */
const MAX_FILES = 100;

/**
 * Finds the JavaScript file with the syntax error of a failed import, and the place in it: Node.js reports neither.
 * Searches the imported file and the files that it imports. A file in TypeScript already has an error with its place.
 */
export async function faultyFile(
  error: unknown,
  specifier: string,
  directory: string,
): Promise<SourceError | undefined> {
  if (!(error instanceof SyntaxError) || error instanceof SourceError || /\bmodule\b.* export/.test(error.message))
    return undefined;
  const files = new Set([resolve(directory, specifier)]);
  for (const filename of files) {
    if (files.size > MAX_FILES || !/\.[cm]?js$/.test(filename)) continue;
    const source = await readFile(filename, 'utf8').catch(() => undefined); // it may be a name without an ending
    if (source === undefined) continue;
    const parsed = parsedFile(source, filename);
    if (parsed instanceof SourceError) return parsed;
    for (const name of importsOf(parsed)) if (/^\.{1,2}\//.test(name)) files.add(resolve(dirname(filename), name));
  }
  return undefined;
}

function parsedFile(source: string, filename: string): Program | SourceError | undefined {
  try {
    return parse(source);
  } catch (error) {
    const failed = fromAcorn(error, { source, filename }, same);
    return failed instanceof SourceError ? failed : undefined;
  }
}

const importsOf = (program: Program | undefined): string[] =>
  (program?.body ?? []).flatMap((statement) => {
    const from = 'source' in statement ? attempt(() => statement.source?.value) : undefined;
    return typeof from === 'string' ? [from] : [];
  });
