/** A dot command as the user typed it, known or unknown. */
export interface DotCommand {
  readonly name: string;
  readonly nameEnd: number;
  readonly argumentsStart: number;
  readonly rest: string;
  /** Blanks and line breaks in place of what is before `rest`: code after them keeps its lines and columns. */
  readonly blanks: string;
  readonly words: readonly string[];
}

/** Parses an input as a dot command. Returns undefined for any other input: `.5` is a number. */
export function dotCommand(source: string): DotCommand | undefined {
  const [all, before = '', name = ''] = /^(\s*)(\.[a-z]\S*)\s*/i.exec(source) ?? [];
  if (all === undefined) return undefined;
  const rest = source.slice(all.length).trim();
  return {
    name,
    nameEnd: before.length + name.length,
    argumentsStart: all.length,
    rest,
    blanks: all.replace(/\S/g, ' '),
    words: rest === '' ? [] : rest.split(/\s+/),
  };
}

/** Splits arguments at blanks outside of single and double quotes. A quote without an end is a character as any other. */
export const quotedWords = (text: string): string[] =>
  (text.match(/(?:'[^']*'|"[^"]*"|[^\s])+/g) ?? []).map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
