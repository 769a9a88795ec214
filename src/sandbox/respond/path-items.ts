import { type Match, operations, type Row, walkRows } from '../../client/index.js';

/** For each item that the path of a request names: the operation that fetches it, or something of it. */
export function lookupsOf({ row, words }: Match): Match[] {
  return row.parameters.flatMap((_, index) => {
    const found = GETS.get(itemPath(row, index));
    return found ? [{ ...found, words: renamed(words, row, found.row) }] : [];
  });
}

/** The path before a parameter, without the names of the parameters. */
const itemPath = ({ literals }: Row, parameter: number): string => literals.slice(0, parameter + 1).join('{}');

/** The operations that fetch an item, by the path before its id. */
const GETS: ReadonlyMap<string, Pick<Match, 'operation' | 'row'>> = new Map(
  [...walkRows(operations)]
    .filter(([, { method, parameters }]) => method === 'GET' && parameters.length > 0)
    // The GET of an item replaces longer paths, such as the list of its addresses.
    .sort(([, one], [, other]) => one.literals.join('').length - other.literals.join('').length)
    .reverse()
    .map(([operation, row]) => [itemPath(row, row.parameters.length - 1), { operation, row }]),
);

/** The values of a path under the names of another row. */
const renamed = (words: Match['words'], from: Row, to: Row): Match['words'] =>
  Object.fromEntries(to.parameters.map(({ name }, i) => [name, words[from.parameters[i]?.name ?? ''] ?? '']));
