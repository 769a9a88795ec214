import { type Match, operations, type Row, walkRows } from '../../client/index.js';

/** For each item that the path of a request names: the operation that fetches it, or something of it. */
export function lookupsOf({ row, words }: Match): Match[] {
  // The GET of an item comes before longer paths, such as the list of its addresses.
  const gets = [...walkRows(operations)]
    .filter(([, { method }]) => method === 'GET')
    .sort(([, one], [, other]) => one.literals.join('').length - other.literals.join('').length);
  return row.parameters.flatMap((_, index) => {
    const item = itemPath(row, index);
    const found = gets.find(([, one]) => one.parameters.length === index + 1 && itemPath(one, index) === item);
    return found ? [{ operation: found[0], row: found[1], words: renamed(words, row, found[1]) }] : [];
  });
}

/** The path before a parameter, without the names of the parameters. */
const itemPath = ({ literals }: Row, parameter: number): string => literals.slice(0, parameter + 1).join('{}');

/** The values of a path under the names of another row. */
const renamed = (words: Match['words'], from: Row, to: Row): Match['words'] =>
  Object.fromEntries(to.parameters.map(({ name }, i) => [name, words[from.parameters[i]?.name ?? ''] ?? '']));
