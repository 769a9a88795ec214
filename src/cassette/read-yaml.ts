import { type Document, isAlias, isScalar, LineCounter, parseAllDocuments, visit } from 'yaml';
import { DEEPEST } from './duplicate-keys.js';
import { CassetteError } from './problem.js';
import type { Placed, Read } from './read-lines.js';

/** A YAML cassette is for people; what is longer belongs into lines of JSON. */
const LONGEST = 64 * 2 ** 20;

/** The documents of a cassette in YAML. */
export function readYaml(text: string, file: string): Read {
  if (text.length > LONGEST)
    throw new CassetteError(file, undefined, `more than ${LONGEST} characters of YAML; keep it as .ndjson`);
  const lineCounter = new LineCounter();
  const lineAt = (offset: number | undefined) => lineCounter.linePos(offset ?? 0).line;
  refuseDepth(text, file);
  // Keys are compared below: the library compares each with each.
  const documents = parseAllDocuments(text, { uniqueKeys: false, merge: false, lineCounter });
  if (!Array.isArray(documents)) return { documents: [], warnings: [] };
  const placed: Placed[] = [];
  for (const document of documents) {
    const line = Math.max(1, lineAt(document.contents?.range?.[0] ?? document.range[0]));
    const [problem] = document.errors;
    if (problem) {
      const words = problem.message.split(' at line ')[0] as string;
      throw new CassetteError(file, problem.linePos?.[0].line ?? line, words);
    }
    checkNodes(document, (offset, words) => new CassetteError(file, lineAt(offset), words));
    placed.push({ value: document.toJS(), line });
  }
  return { documents: placed, warnings: [] };
}

/** Aliases can make a small file a huge value; a key that stands twice hides one of its values. A cassette needs neither. */
function checkNodes(document: Document.Parsed, problem: (offset: number | undefined, words: string) => Error): void {
  visit(document, {
    Alias(_key, { range }) {
      throw problem(range?.[0], 'an alias; a cassette has none');
    },
    Map(_key, { items }) {
      const names = new Set<string>();
      for (const { key } of items) {
        if (isAlias(key)) throw problem(key.range?.[0], 'an alias; a cassette has none');
        if (!isScalar(key)) throw problem(undefined, 'a key that is no text');
        const name = String(key.value);
        if (names.has(name)) throw problem(key.range?.[0], `the key ${JSON.stringify(name)} is not unique`);
        names.add(name);
      }
    },
  });
}

/** The parser goes down one call for each bracket or indent; what is too deep is seen before it starts. */
function refuseDepth(text: string, file: string): void {
  let line = 0;
  for (const content of text.split('\n')) {
    line++;
    const indent = content.search(/\S/);
    const steps = /^[\s-]*(?:- )/.exec(content)?.[0].length ?? 0;
    const brackets = content.length > DEEPEST ? longestRun(content) : 0;
    if (indent > DEEPEST * 2 || steps > DEEPEST * 2 || brackets > DEEPEST)
      throw new CassetteError(file, line, `nested more than ${DEEPEST} deep`);
  }
}

const longestRun = (content: string) =>
  Math.max(0, ...[...content.matchAll(/(?:[[{?]\s*)+/g)].map(([run]) => run.length));
