import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '..', 'src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));

/** The maximum number of lines of a file, tables aside. */
const MAX_FILE_LENGTH = 300;

const SMALL_FILE = 25;
/** The maximum number of small files. Lower it as small files move into their importers. */
const MAX_SMALL_FILES = 149;

const lineCount = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1;

it(`has no file of more than ${MAX_FILE_LENGTH} lines in src`, () => {
  const long = files.filter((file) => lineCount(join(src, file)) > MAX_FILE_LENGTH && !file.includes('/tables/'));
  expect(long).toEqual([]);
});

it(`has at most ${MAX_SMALL_FILES} files of ${SMALL_FILE} lines or fewer in src`, () => {
  const small = files.filter((file) => lineCount(join(src, file)) <= SMALL_FILE);
  expect(small.length).toBeLessThanOrEqual(MAX_SMALL_FILES);
});
