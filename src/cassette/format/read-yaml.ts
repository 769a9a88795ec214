import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  Lexer,
  LineCounter,
  type ParsedNode,
  Parser,
  visit,
} from 'yaml';
import { isPlain, LimitError, MAX_JSON_DEPTH } from '../../util/index.js';
import { CassetteError, NO_OBJECT } from './cassette-error.js';
import { quickYaml, TextAfterDocument } from './quick-yaml.js';
import type { NumberedDocument, Read, ReadingOptions } from './read-ndjson.js';
import { withoutTornEnd } from './torn-yaml.js';
import { MAX_YAML_LENGTH, TokenBudget, yamlLimit } from './yaml-limits.js';

export function readYaml(text: string, file: string, { onProblem, onDocument, maxTokens }: ReadingOptions = {}): Read {
  if (text.length > MAX_YAML_LENGTH) {
    const cause = yamlLimit('The recording', MAX_YAML_LENGTH, 'characters', text.length);
    throw new CassetteError(file, undefined, cause.message, { cause });
  }
  const whole = withoutTornEnd(text, file);
  const documents: NumberedDocument[] = [];
  const take = onDocument ?? ((one: NumberedDocument) => void documents.push(one));
  let isFirst = true;
  const budget = new TokenBudget(maxTokens);
  try {
    for (const part of partsOf(whole.text)) {
      for (const { value, line } of documentsIn(part, file, budget)) {
        take({ value: isFirst && whole.isMarked ? withoutEndMark(value) : value, line });
        isFirst = false;
      }
    }
  } catch (error) {
    // Where the next document begins is unknown.
    if (!onProblem || !(error instanceof CassetteError)) throw error;
    onProblem(error);
  }
  return { documents, warnings: whole.warnings };
}

/** A part of a file, and the number of its first line. */
interface Part {
  readonly text: string;
  readonly line: number;
}

/** Splits a file before each document. A line of three dashes begins a document wherever it is. */
function* partsOf(text: string): Generator<Part> {
  // A directive before the line belongs to the document after it.
  if (/^%/m.test(text)) return yield { text, line: 1 };
  for (let from = 0, line = 1; from < text.length; ) {
    const end = text.indexOf(BEGIN, from);
    const part = text.slice(from, end < 0 ? text.length : end + 1);
    if (part !== '') yield { text: part, line };
    line += part.split('\n').length - 1;
    from += part.length;
  }
}

const BEGIN = '\n---\n';

function* documentsIn({ text, line: first }: Part, file: string, budget: TokenBudget): Generator<NumberedDocument> {
  const lineCounter = new LineCounter();
  const lineOf = (offset: number) => first - 1 + (lineCounter.linePos(offset).line || 1);
  const problemAt: Problem = (offset, problem) => {
    const [words, options] = problem instanceof Error ? [problem.message, { cause: problem }] : [problem];
    return new CassetteError(file, lineOf(offset ?? 0), words, options);
  };
  const begin = text.startsWith(BEGIN.slice(1)) ? BEGIN.length - 1 : 0;
  try {
    const value = quickYaml(text.slice(begin), budget);
    if (value) return yield { value, line: first + (begin > 0 ? 1 : 0) };
  } catch (error) {
    if (error instanceof TextAfterDocument) throw new CassetteError(file, first + (begin > 0 ? 2 : 1), error.message);
    throw error instanceof LimitError ? problemAt(0, error) : error;
  }
  // Duplicate keys are checked below, because the library compares each key with every other.
  const composer = new Composer({ uniqueKeys: false, merge: false, prettyErrors: false });
  for (const document of composer.compose(tokens(text, { lines: lineCounter, problemAt, budget }))) {
    const at = document.contents?.range?.[0] ?? document.range[0];
    const [problem] = document.errors;
    if (problem) throw problemAt(problem.pos[0], problem.message);
    checkNodes(document, problemAt);
    // Checked at once, because an invalid file may contain millions of documents.
    if (!isMap(document.contents)) throw problemAt(at, NO_OBJECT);
    yield { value: document.toJS(), line: lineOf(at) };
  }
}

type Problem = (offset: number | undefined, problem: string | LimitError) => Error;

interface TokenOptions {
  readonly lines: LineCounter;
  readonly problemAt: Problem;
  readonly budget: TokenBudget;
}

/** Checks the depth here: the parser keeps a stack, but the composer recurses once for each level. */
function* tokens(text: string, { lines, problemAt, budget }: TokenOptions): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  let offset = 0;
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      if (token.type === 'document') budget.begin();
      yield token;
    }
    // Two entries are for the document itself, and one for the scalar at the end.
    try {
      if (parser.stack.length > MAX_JSON_DEPTH + 3)
        throw yamlLimit('The document', MAX_JSON_DEPTH, 'levels of nesting');
      budget.add(1);
    } catch (error) {
      throw error instanceof LimitError ? problemAt(offset, error) : error;
    }
    offset += lexeme.length;
  }
  yield* parser.end();
}

/** Removes `end_mark`, which belongs to the YAML format and not to the header. */
function withoutEndMark(header: unknown): unknown {
  if (!isPlain(header)) return header;
  const { end_mark: _, ...rest } = header;
  return rest;
}

/** Rejects aliases, which can expand without limit, duplicate keys, which hide a value, and tags. */
function checkNodes(document: Document.Parsed, problem: Problem): void {
  const checkTag = ({ tag, range }: ParsedNode) => {
    if (tag === undefined || PLAIN_TAG.test(tag)) return;
    throw problem(
      range[0],
      `the tag ${tag.replace(/^tag:yaml\.org,2002:/, '!!').slice(0, 80)}, which a recording must not contain`,
    );
  };
  visit(document, {
    Scalar: (_key, node) => checkTag(node as ParsedNode),
    Seq: (_key, node) => checkTag(node as ParsedNode),
    Alias(_key, { range }) {
      throw problem(range?.[0], 'an alias, which a recording must not contain');
    },
    Map(_key, node) {
      checkTag(node as ParsedNode);
      const { items } = node;
      const names = new Set<string>();
      for (const { key } of items) {
        if (isAlias(key)) throw problem(key.range?.[0], 'an alias, which a recording must not contain');
        if (!isScalar(key)) throw problem(undefined, 'a key that is not text');
        const name = String(key.value);
        if (names.has(name)) throw problem(key.range?.[0], `the key ${JSON.stringify(name)} is not unique`);
        names.add(name);
      }
    },
  });
}

/** Tags that do not change the type of a value. */
const PLAIN_TAG = /^(?:!|tag:yaml\.org,2002:(?:str|int|float|bool|null|seq|map))$/;
