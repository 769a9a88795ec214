import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '..', 'src');
const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
const files = sources(src);

/** The maximum number of lines of a function, method or closure. */
const MAX_FUNCTION_LENGTH = 100;

/** The maximum number of lines of a file, tables aside. */
const MAX_FILE_LENGTH = 300;

const SMALL_FILE = 25;
/** The maximum number of small files. Lower it as small files move into their importers. */
const MAX_SMALL_FILES = 149;

interface LongFunction {
  readonly name: string;
  readonly lines: number;
}

/** Returns the functions of a source that have more than `most` lines. */
function longFunctions(source: string, most: number, file = 'a.ts'): LongFunction[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: LongFunction[] = [];
  const lineOf = (position: number) => tree.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const lines = lineOf(node.end) - lineOf(node.getStart(tree)) + 1;
      const name = node.name?.getText(tree) ?? `closure at line ${lineOf(node.getStart(tree)) + 1}`;
      if (lines > most) found.push({ name, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const lineCount = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1;

it('finds long functions, methods and closures', () => {
  const body = (lines: number) => `{\n${'  f();\n'.repeat(lines - 2)}}`;
  const source = `function a() ${body(5)}\nclass B { c() ${body(6)} }\nconst d = () => ${body(7)};\nfunction e() ${body(4)}`;
  expect(longFunctions(source, 4)).toEqual([
    { name: 'a', lines: 5 },
    { name: 'c', lines: 6 },
    { name: 'closure at line 12', lines: 7 },
  ]);
});

it.each(['src', 'test'])(`has no function or closure of more than ${MAX_FUNCTION_LENGTH} lines in %s`, (name) => {
  const folder = join(src, '..', name);
  const long = sources(folder).flatMap((file) => {
    const found = longFunctions(readFileSync(join(folder, file), 'utf8'), MAX_FUNCTION_LENGTH, file);
    return found.map(({ name: long, lines }) => `${file}: ${long} has ${lines} lines`);
  });
  expect(long).toEqual([]);
});

it(`has no file of more than ${MAX_FILE_LENGTH} lines in src`, () => {
  const long = files.filter((file) => lineCount(join(src, file)) > MAX_FILE_LENGTH && !file.includes('/tables/'));
  expect(long).toEqual([]);
});

it(`has at most ${MAX_SMALL_FILES} files of ${SMALL_FILE} lines or fewer in src`, () => {
  const small = files.filter((file) => lineCount(join(src, file)) <= SMALL_FILE);
  expect(small.length).toBeLessThanOrEqual(MAX_SMALL_FILES);
});
