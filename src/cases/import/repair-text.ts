/** A text as a person typed it, before a chat or an editor for letters changed it. */
export interface RepairedText {
  readonly text: string;
  readonly notes: readonly string[];
}

/** A command or a request in the text. Words of people around it stay as they are. */
const COMMAND = /(?:^|[\s>$`])(?:curl|http|https|wget)\s+\S|(?:GET|POST|PUT|PATCH|DELETE)\s+https?:\/\//;
const SMART = /[“”„‟‘’‚‛]|\s–\w/;
/** The lines of a request that `curl -v` prints begin with `> ` too. */
const VERBOSE = /^> (?:GET|POST|PUT|PATCH|DELETE|HEAD) \S+ HTTP\/|^< HTTP\//m;

/** Undoes what chats and mail do to commands: quoting with `> `, backquotes, smart quotes and long dashes. */
export function repairedText(text: string): RepairedText {
  if (!COMMAND.test(text)) return { text, notes: [] };
  const notes: string[] = [];
  let repaired = text;
  if (/^>\s/m.test(repaired) && !VERBOSE.test(repaired)) {
    repaired = repaired.replace(/^>[ \t]?/gm, '');
    notes.push('the marks of a quotation (>) were left out');
  }
  repaired = repaired.replace(/^`([^`\n]+)`\s*$/gm, '$1');
  if (/^\s*(?:curl|http|https|wget)\s/m.test(repaired) && SMART.test(repaired)) {
    repaired = withPlainQuotes(repaired);
    notes.push('quotes and dashes that a chat or an editor had changed were restored');
  }
  return { text: repaired, notes };
}

/** Only from a command on, until an empty line after it. */
function withPlainQuotes(text: string): string {
  let isInside = false;
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*(?:[$>]\s+)?(?:curl|http|https|wget)\s/.test(line)) isInside = true;
      const isJson = /^\s*[{[]/.test(line);
      if (!isInside && !isJson) return line;
      if (isInside && line.trim() === '') isInside = false;
      return line
        .replace(/[“”„‟]/g, '"')
        .replace(/[‘’‚‛]/g, "'")
        .replace(/(\s)–(?=\w)/g, '$1-');
    })
    .join('\n');
}
