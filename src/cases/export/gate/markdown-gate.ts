/**
 * Returns the first line of a Markdown text that has HTML, a link, a picture or a mention, or undefined. Text of a recording must
 * appear as text. Code in fences and in backticks is left out, as a reader of Markdown does not interpret it.
 */
export function liveMarkdown(text: string): string | undefined {
  let fence: string | undefined;
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const [, ticks = ''] = /^ {0,3}(`{3,})[^`]*$/.exec(line) ?? [];
    if (fence === undefined && ticks !== '') fence = ticks;
    else if (fence !== undefined) {
      if (ticks.length >= fence.length && line.trim() === ticks) fence = undefined;
    } else if (isLive(line)) return line;
  }
  return fence === undefined ? undefined : 'code without an end';
}

const ESCAPED = /\\[!-/:-@[-`{-~]/g;
const CODE = /(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g;
const LIVE =
  /<[a-z/!?]|\]\(|\]\[|^ {0,3}\[[^\]]*\]:|&(?:#\w+|\w+);|\b(?:https?|ftp|mailto|javascript|data):|\bwww\.|(?<!\w)@\w/i;

const isLive = (line: string): boolean => LIVE.test(line.replace(ESCAPED, ' ').replace(CODE, ' '));
