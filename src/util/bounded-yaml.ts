import type * as Yaml from 'yaml';
import { LimitError } from './limit-error.js';

/** The parts of the `yaml` package that are used here. The caller loads the package, so that a start does not. */
type Library = Pick<typeof Yaml, 'Lexer' | 'Parser' | 'parseDocument' | 'visit' | 'isScalar' | 'YAMLParseError'>;

export interface YamlLimits {
  readonly what: string;
  readonly characters: number;
  /** The limit for words and punctuation marks. Each takes some hundred bytes of memory. */
  readonly tokens: number;
  readonly depth: number;
  /** What to do about a document that exceeds a limit. */
  readonly advice: string;
}

/** The package alone needs quadratic time for many keys or errors, and recurses once for each level. */
export function parseBoundedYaml(
  library: Library,
  text: string,
  limits: YamlLimits,
  options: Yaml.ParseOptions & Yaml.DocumentOptions & Yaml.SchemaOptions = {},
): Yaml.Document.Parsed {
  const { what, characters, advice } = limits;
  if (text.length > characters)
    throw new LimitError({ what, limit: characters, actual: text.length, unit: 'characters', advice });
  checkTokens(library, text, limits);
  const document = library.parseDocument(text, {
    logLevel: 'silent',
    ...options,
    uniqueKeys: false,
    prettyErrors: false,
  });
  if (options.uniqueKeys !== false) addDuplicateKeyError(library, document);
  return document;
}

/** The package collects all errors, which takes long for a text that is not YAML. */
const MAX_ERRORS = 100;

/** Lexes the text once and checks its depth, its errors and its number of tokens, before anything recurses into it. */
function checkTokens({ Lexer, Parser }: Library, text: string, { what, tokens, depth, advice }: YamlLimits): void {
  const parser = new Parser();
  let count = 0;
  let errors = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const { type } of parser.next(lexeme)) if (type === 'error') errors++;
    if (errors > MAX_ERRORS) throw new LimitError({ what, limit: MAX_ERRORS, unit: 'errors of YAML', advice });
    // The stack holds the document, the scalar at the end, and one entry for each level between them.
    if (parser.stack.length > depth + 3)
      throw new LimitError({ what, limit: depth, unit: 'levels of nesting', advice });
    if (++count > tokens) throw new LimitError({ what, limit: tokens, unit: 'tokens of YAML', advice });
  }
  for (const token of parser.end()) {
    errors += token.type === 'error' ? 1 : keysWithoutColon('value' in token ? token.value : undefined);
    if (errors > MAX_ERRORS) throw new LimitError({ what, limit: MAX_ERRORS, unit: 'errors of YAML', advice });
  }
}

/** The number of keys without a value in maps. The package reports them only when it reads the map. */
function keysWithoutColon(token: Yaml.CST.Token | undefined): number {
  if (token?.type === 'block-seq') return token.items.reduce((sum, { value }) => sum + keysWithoutColon(value), 0);
  if (token?.type !== 'block-map') return 0;
  const isBad = ({ start, key, sep }: (typeof token.items)[number]) =>
    key && ![...start, ...(sep ?? [])].some(({ type }) => type === 'explicit-key-ind' || type === 'map-value-ind');
  return token.items.reduce((sum, item) => sum + (isBad(item) ? 1 : 0) + keysWithoutColon(item.value), 0);
}

/** Reports duplicate keys in linear time. The check of the package compares each key with all others. */
function addDuplicateKeyError({ visit, isScalar, YAMLParseError }: Library, document: Yaml.Document.Parsed): void {
  visit(document, {
    Map(_key, { items }) {
      const names = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (names.has(key.value)) {
          const [from = 0, to = 0] = key.range ?? [];
          document.errors.push(new YAMLParseError([from, to], 'DUPLICATE_KEY', 'Map keys must be unique'));
          return visit.BREAK;
        }
        names.add(key.value);
      }
      return undefined;
    },
  });
}
