import type { SheetPart } from '../../util/index.js';

/** The command line counts the exchanges of a recording. The page has requests, whose numbers can be others. */
export const asRequests = (
  parts: readonly SheetPart[],
  idOf: (exchange: number) => number = (exchange) => exchange,
): SheetPart[] => {
  const inText = (text: string) =>
    text.replace(
      /\b([Ee])xchange (\d+)/g,
      (_, letter: string, number: string) => `${letter === 'E' ? 'R' : 'r'}equest ${idOf(Number(number))}`,
    );
  return parts.map((part): SheetPart => {
    if (typeof part === 'string') return inText(part);
    if ('lines' in part) return part.of === 'words' ? { ...part, lines: part.lines.map(inText) } : part;
    // What was sent and received stays as it is.
    return 'pairs' in part
      ? { ...part, pairs: part.pairs.map(([name, text]) => [name, QUOTED.has(name) ? text : inText(text)]) }
      : part;
  });
};

const QUOTED: ReadonlySet<string> = new Set(['the server', 'sent', 'response']);
