import { leadingJson } from '../json-spans.js';
import { isHtml, withoutTags } from './html-mail.js';

/** A text as a person typed it, before a chat or an editor for letters changed it. */
export interface RepairedText {
  readonly text: string;
  readonly notes: readonly string[];
}

/** A command or a request in the text. Words of people around it stay as they are. */
const COMMAND = /(?:^|[\s>$`])(?:curl|http|https|wget)\s+\S|(?:GET|POST|PUT|PATCH|DELETE)\s+(?:https?:\/\/|\/api\/)/;
const SMART = /[“”„‟‘’‚‛]|(?:^|\s)[–—]\w/m;
/** The lines of a request that `curl -v` prints begin with `> ` too. */
const VERBOSE = /^> (?:GET|POST|PUT|PATCH|DELETE|HEAD) \S+ HTTP\/|^< (?:HTTP\/|\d{3} [A-Z])/m;
/** curl marks no response and no body in this way, so these lines are quoted. */
const QUOTED_EXCHANGE = /^>[ \t]?(?:HTTP\/[\d.]+ \d{3}\b|[{[]["{\s])/m;
const isVerbose = (text: string): boolean =>
  VERBOSE.test(text) && (/^< (?:HTTP\/|\d{3} [A-Z])/m.test(text) || !QUOTED_EXCHANGE.test(text));

/** Undoes what chats and mail do to commands: quoting with `> `, backquotes, smart quotes and long dashes. */
export function repairedText(text: string): RepairedText {
  const plainMail = withoutTags(withPlainLines(text));
  if (!COMMAND.test(plainMail)) return { text: plainMail, notes: [] };
  const notes: string[] = plainMail !== text && isHtml(text) ? ['the tags of an HTML mail were left out'] : [];
  let repaired = withoutContinuationPrompts(withoutFences(withoutTimes(plainMail)));
  for (let level = 0; level < MAX_QUOTES && QUOTED.test(repaired) && !isVerbose(repaired); level++) {
    repaired = repaired.replace(/^>[ \t]?/gm, '');
    if (level === 0) notes.push('the marks of a quotation (>) were left out');
  }
  // A fence can be in the quotation.
  if (notes.length > 0) repaired = withoutFences(repaired);
  repaired = repaired.replace(/^`([^`\n]+)`[ \t\r]*$/gm, '$1');
  if (/^[ \t]*(?:[$>]\s+)?(?:curl|http|https|wget)\s/m.test(repaired) && SMART.test(repaired)) {
    repaired = withPlainQuotes(repaired);
    notes.push('quotes and dashes that a chat or an editor had changed were restored');
  }
  const joined = withoutSoftBreaks(repaired);
  if (joined !== repaired) notes.push('line ends that mail put into JSON were left out');
  const plain = joined.split('\n').map(withPlainJson).join('\n');
  if (plain !== joined) notes.push('quotes in JSON that a chat or an editor had changed were restored');
  return { text: plain, notes };
}

/** Restores the quotes of JSON in a line, if that makes it JSON. Quotes inside texts of valid JSON stay. */
function withPlainJson(line: string): string {
  const start = line.search(/[{[]\s{0,8}[“”„‟]/);
  if (start < 0) return line;
  const restored = line.slice(start).replace(/[“”„‟]/g, '"');
  const json = leadingJson(restored);
  return json === undefined ? line : line.slice(0, start) + json + line.slice(start + json.length);
}

/** Mail wraps long lines with `=` at their ends, and writes other characters as `=E2=80=93`. */
function withPlainLines(text: string): string {
  if (!/^Content-Transfer-Encoding:[ \t]*quoted-printable[ \t\r]*$/im.test(text)) return text;
  return text
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (all) => Buffer.from(all.replaceAll('=', ''), 'hex').toString('utf8'));
}

/** A mail without its head keeps the `=` at the ends of long lines. Left out only if that makes the lines JSON. */
function withoutSoftBreaks(text: string): string {
  if (!/=\r?\n/.test(text)) return text;
  const lines = text.split('\n');
  const joined: string[] = [];
  for (let start = 0; start < lines.length; start++) {
    const line = lines[start] ?? '';
    joined.push(line);
    if (!/^\s*[{[].*=\r?$/.test(line)) continue;
    let end = start;
    while (end - start < MAX_WRAPPED && /=\r?$/.test(lines[end] ?? '')) end++;
    const rest = lines.slice(start + 1, end + 1);
    const whole = [line, ...rest].map((one, i) => (i < end - start ? one.replace(/=\r?$/, '') : one)).join('');
    const isJson = leadingJson(whole.trim()) !== undefined;
    if (isJson) joined[joined.length - 1] = whole;
    // Empty lines in the place of the others keep the numbers of the lines.
    joined.push(...rest.map((one) => (isJson ? '' : one)));
    start = end;
  }
  return joined.join('\n');
}

const MAX_WRAPPED = 200;

const TIMED = /^\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z (?=(.*))/;

/** The log of a job has a time before each line. The lines of a command and its output begin behind it. */
function withoutTimes(text: string): string {
  const lines = text.split('\n');
  const timed = lines.filter((line) => TIMED.test(line));
  if (timed.length < 2 || !timed.some((line) => /^curl\s/.test(TIMED.exec(line)?.[1] ?? ''))) return text;
  // A step is named after its command.
  return lines.map((line) => line.replace(TIMED, '').replace(/^##\[group\].*/, '')).join('\n');
}

/** A mail quotes a quotation again: `>> text`. */
const MAX_QUOTES = 6;
const QUOTED = /^>(?!>{1,4} ?\w+(?: \w+){0,2} ?>{2,})(?:\s|>)/m;

/** The Windows prompt prints `More? ` before each further line of a command. */
const withoutContinuationPrompts = (text: string): string => text.replace(/^More\? ?/gm, '');

const FENCE = /^([ \t]*)(?:```|~~~)[\w-]*\s*$/;

/**
 * Chats keep text in the line of a fence: ` ```curl … `. It gets to be a line without the fence. The indentation of a
 * block in a list is removed, because the lines of a response begin at the margin.
 */
function withoutFences(text: string): string {
  if (!text.includes('```') && !text.includes('~~~')) return text;
  let indent: string | undefined;
  return text
    .split('\n')
    .map((line) => {
      const fence = FENCE.exec(line);
      if (fence) {
        indent = indent === undefined ? (fence[1] ?? '') : undefined;
        return line;
      }
      const own = indent !== undefined && indent !== '' && line.startsWith(indent) ? line.slice(indent.length) : line;
      return own.replace(/^([ \t]*)```(?=[^\s`]+\s|[{[])/, '$1').replace(/([^`\s])```(\r?)$/, '$1$2');
    })
    .join('\n');
}

/** Only from a command on, until an empty line after it, and in the names of the headers below a status line. */
function withPlainQuotes(text: string): string {
  let isInside = false;
  let isHead = false;
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*(?:[$>]\s+)?(?:curl|http|https|wget)\s/.test(line)) isInside = true;
      isHead = /^\s*HTTP\/[\d.]+ \d{3}\b/.test(line) || (isHead && line.trim() !== '');
      if (isHead) return line.replace(/^\s*[A-Za-z]+(?:[–—-][A-Za-z]+)*(?=:)/, (name) => name.replace(/[–—]/g, '-'));
      const isJson = /^\s*[{[]/.test(line);
      if (!isInside && !isJson) return line;
      if (isInside && line.trim() === '') isInside = false;
      return line
        .replace(/[“”„‟]/g, '"')
        .replace(/[‘’‚‛]/g, "'")
        .replace(/(^|\s)—(?=\w)/g, '$1--')
        .replace(/(^|\s)–(?=\w)/g, '$1-');
    })
    .join('\n');
}
