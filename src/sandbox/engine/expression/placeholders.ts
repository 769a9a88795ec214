/** Plain text, or the body of a placeholder. */
export type Part = string | { readonly body: string };

interface Parts {
  readonly parts: readonly Part[];
  /** The start of a placeholder without a closing brace. The text from there on is plain. */
  readonly open?: string;
}

const MARK = /[$%]\{/g;

/** Splits a text at `${…}` and `%{…}`. A body ends at its matching brace, and may contain braces in quotes and patterns. */
export function placeholders(text: string): Parts {
  const parts: Part[] = [];
  let at = 0;
  MARK.lastIndex = 0;
  for (let mark = MARK.exec(text); mark; mark = MARK.exec(text)) {
    const end = endOf(text, MARK.lastIndex);
    if (end === -1) return { parts: [...parts, text.slice(at)], open: text.slice(mark.index, mark.index + 40) };
    if (mark.index > at) parts.push(text.slice(at, mark.index));
    parts.push({ body: text.slice(MARK.lastIndex, end) });
    at = end + 1;
    MARK.lastIndex = at;
  }
  if (at < text.length) parts.push(text.slice(at));
  return { parts };
}

/** The position of the brace that closes a body, or -1. */
function endOf(text: string, from: number): number {
  // Braces, and templates with backquotes.
  const open: ('{' | '`')[] = [];
  let before = '(';
  for (let index = from; index < text.length; index++) {
    const letter = text[index] as string;
    if (open.at(-1) === '`') {
      if (letter === '\\') index++;
      else if (letter === '`') open.pop();
      else if (letter === '{' && text[index - 1] === '$') open.push('{');
      continue;
    }
    if (letter === '}' && open.length === 0) return index;
    if (letter === '}') open.pop();
    else if (letter === '{' || letter === '`') open.push(letter);
    else if (letter === '"' || letter === "'" || (letter === '/' && '(,=:[!&|?{};+-*%<>~^'.includes(before))) {
      index = endOfQuoted(text, index);
      if (index === -1) return -1;
    }
    if (letter.trim() !== '') before = letter;
  }
  return -1;
}

/** The position of the quote or slash that ends a text or a regular expression, or -1. */
function endOfQuoted(text: string, from: number): number {
  const quote = text[from];
  let inClass = false;
  for (let index = from + 1; index < text.length; index++) {
    const letter = text[index];
    if (letter === '\\') index++;
    else if (letter === quote && !inClass) return index;
    else if (quote === '/' && letter === '[') inClass = true;
    else if (letter === ']') inClass = false;
  }
  return -1;
}
