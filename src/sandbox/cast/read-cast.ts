import { parseBoundedYaml, UsageError } from '../../util/index.js';
import { linesOf } from '../check/lines-of.js';
import { type SourceNode, yamlTree } from '../check/source-tree.js';
import { problemsIn, type SchemaProblem } from '../request/schema-problem.js';
import { CastFile } from './cast-schema.js';

const LIMITS = {
  what: 'The cast',
  characters: 2 ** 20,
  tokens: 100_000,
  depth: 100,
  advice: 'Split it into several files.',
};
const MAX_LISTED = 20;

/** Reads a cast: YAML or JSON as text, or an object. Throws a `UsageError` that names each problem, in a text with its line. */
export async function readCast(given: unknown, name: string): Promise<CastFile> {
  if (typeof given !== 'string') {
    const result = problemsIn(CastFile, given, 'the cast');
    if ('value' in result) return result.value;
    throw new UsageError(listed(withoutFollowing(result.problems).map(({ message }) => `${name}: ${message}`)));
  }
  const library = await import('yaml');
  const document = parseBoundedYaml(library, given, LIMITS, { schema: 'core' });
  const positionOf = linesOf(given);
  const located = (index: number, message: string) => {
    const { line, column } = positionOf(index);
    return `${name}:${line}:${column}: ${message}`;
  };
  const [error] = document.errors;
  if (error) throw new UsageError(located(error.pos[0], `not YAML: ${error.message}`));
  library.visit(document, {
    Scalar(_, node) {
      // A telephone number and keys such as 01 are texts.
      if (typeof node.value === 'number' && /^(?:\+|0\d)/.test(node.source ?? '')) node.value = node.source;
    },
  });
  const result = problemsIn(CastFile, document.toJS({ maxAliasCount: 20 }), 'the cast');
  if ('value' in result) return result.value;
  const tree = yamlTree(library, document.contents);
  const indexed = withoutFollowing(result.problems).map((one) => ({ index: indexOf(tree, one), message: one.message }));
  indexed.sort((one, other) => one.index - other.index);
  throw new UsageError(listed(indexed.map(({ index, message }) => located(index, message))));
}

/** Where a problem is in the text: its field, or the nearest part that is written. */
function indexOf(tree: SourceNode, { path, field }: SchemaProblem): number {
  let node = tree;
  let index = tree.start;
  for (const name of field === undefined ? path : [...path, field]) {
    const found = node.fields?.get(String(name));
    const inner = found?.value ?? node.items?.[Number(name)];
    if (!inner) break;
    node = inner;
    index = found?.key ?? inner.start;
  }
  return index;
}

/** Without the unknown field, its object may lack something too. One problem is enough. */
const withoutFollowing = (problems: readonly SchemaProblem[]): SchemaProblem[] =>
  problems.filter(
    ({ path, field }) =>
      field !== undefined ||
      !problems.some((one) => one.field !== undefined && one.path.join('\n') === path.join('\n')),
  );

const listed = (problems: readonly string[]): string =>
  problems.length > MAX_LISTED
    ? [...problems.slice(0, MAX_LISTED), `and ${problems.length - MAX_LISTED} more problems`].join('\n')
    : problems.join('\n');
