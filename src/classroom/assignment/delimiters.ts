/** A delimiter fills its line, which is a comment of code or of Markdown. */
const DELIMITER = /^(\s*)(?:\/\/|#|<!--)\s*(BEGIN|END) (SOLUTION|HIDDEN TESTS)\b:?\s*(.*?)\s*(?:-->)?\s*$/;

type Region = 'SOLUTION' | 'HIDDEN TESTS';

interface Delimiter {
  readonly indent: string;
  readonly edge: 'BEGIN' | 'END';
  readonly region: Region;
  /** The words after the delimiter: the task of a solution. */
  readonly task: string;
}

function delimiterIn(line: string): Delimiter | undefined {
  const [, indent = '', edge, region, task = ''] = DELIMITER.exec(line) ?? [];
  return region === undefined ? undefined : ({ indent, edge, region, task } as Delimiter); // the pattern allows no others
}

/** Replaces each region in a text. Throws if a region is not closed, or is inside another. */
export function replaceRegions(source: string, replacement: (begin: Delimiter) => readonly string[]): string {
  const lines: string[] = [];
  let open: (Delimiter & { readonly line: number }) | undefined;
  for (const [index, line] of source.split('\n').entries()) {
    const delimiter = delimiterIn(line);
    if (delimiter?.edge === 'BEGIN') {
      if (open) throw new Error(`line ${index + 1}: ${delimiter.region} begins inside ${open.region}`);
      open = { ...delimiter, line: index + 1 };
      lines.push(...replacement(delimiter));
    } else if (delimiter) {
      if (open?.region !== delimiter.region)
        throw new Error(`line ${index + 1}: END ${delimiter.region} has no BEGIN ${delimiter.region}`);
      open = undefined;
    } else if (!open) lines.push(line);
  }
  if (open) throw new Error(`line ${open.line}: BEGIN ${open.region} has no END ${open.region}`);
  return lines.join('\n');
}

const hasRegion = (source: string, region: Region): boolean =>
  source.split('\n').some((line) => delimiterIn(line)?.region === region);

/** The text for the learner: a stub in place of each solution. Without delimiters, the stub is in place of all. */
export function withoutSolution(source: string, kind: 'code' | 'markdown'): string {
  if (!hasRegion(source, 'SOLUTION')) return kind === 'code' ? '// Your code here.' : 'Your answer here.';
  return replaceRegions(source, ({ indent, region, task }) => {
    if (region !== 'SOLUTION') return [];
    const what = task === '' ? '.' : `: ${task}`;
    return [kind === 'code' ? `${indent}// Your code here${what}` : `Your answer here${what}`];
  });
}

/** The text of a test without the hidden parts. */
export const withoutHiddenTests = (source: string): string => replaceRegions(source, () => []);
