/** A command of an exported script, as words without quotes. */
export interface Command {
  readonly words: readonly string[];
  /** Where it begins in the script. */
  readonly start: number;
}

/** The lines that keep values of a response. They contain no text of the recording, except names of fields. */
const KEPT = [
  /printf '%s\\n' "\$response"\n/y,
  /\w+=\$\(printf '%s' "\$response" \| grep -o '"\w+": \*"\[\^"\]\*"' \| sed -n \d+p \| cut -d '"' -f 4\)\n/y,
];
const COMMENT_OR_EMPTY_LINE = /(?:#[^\n]*)?\n/y;
const RESPONSE = 'response=$(';
const PART = /([\w./:@%+=-]+)|'([^']*)'|\\(')|"\$(\w+)(?::\$(\w+))?"/y;
const BETWEEN_WORDS = / (?:\\\n *)?/y;

/**
 * Parses an exported script: comments, curl commands, and the lines that keep values of a response. Returns undefined for
 * any other text. `filledBy` returns the value of a variable in a word.
 */
export function readScript(text: string, filledBy: (variable: string) => string | undefined): Command[] | undefined {
  const commands: Command[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at += match[0].length;
    return match;
  };
  const word = (): string | undefined => {
    let value: string | undefined;
    for (let part = take(PART); part; part = take(PART)) {
      const [, plain, quoted, quote, variable, second] = part;
      const filled =
        variable === undefined ? undefined : filledBy(second === undefined ? variable : `${variable}:${second}`);
      const own = plain ?? quoted ?? quote ?? filled;
      if (own === undefined) return undefined;
      value = (value ?? '') + own;
    }
    return value;
  };
  // A shell drops this character.
  if (text.includes('\0')) return undefined;
  while (at < text.length) {
    if (take(COMMENT_OR_EMPTY_LINE) || KEPT.some(take)) continue;
    const start = at;
    const isKept = text.startsWith(RESPONSE, at);
    if (isKept) at += RESPONSE.length;
    const words: string[] = [];
    do {
      const one = word();
      if (one === undefined) return undefined;
      words.push(one);
    } while (take(BETWEEN_WORDS));
    if (isKept && text[at++] !== ')') return undefined;
    if (text[at++] !== '\n') return undefined;
    commands.push({ words, start });
  }
  return commands;
}
