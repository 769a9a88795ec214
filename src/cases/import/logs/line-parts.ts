import { jsonIn } from '../json-spans.js';

/** A number of this length can also be a time, such as `231.5 ms`, or a part of an address. */
const STATUS = /^\D{0,40}?\b([1-5]\d\d)\b(?![.,]\d|\s?m?s\b)/;
/** The JSON before the status is the request, and so is any JSON without a status. The JSON after it is the response. */
export function partsOf(line: string): { status?: number; sent: string; received: string } {
  // `"HTTP/1.1 422 …"` has the status after the version.
  const rest = plainEscapes(line).replace(/^\s*["']?HTTP\/[\d.]+/, '');
  const spans = jsonIn(rest);
  // Numbers in the JSON are not a status. One space for each document keeps the words around it apart.
  let outside = '';
  let at = 0;
  const starts: number[] = [];
  for (const { start, end } of spans) {
    outside += `${rest.slice(at, start)} `;
    starts.push(outside.length);
    at = end;
  }
  outside += rest.slice(at);
  const plain = withoutSettings(outside);
  // A form behind the address can be long.
  const lead = plain.search(/\S|$/);
  const arrow = ARROW.exec(outside);
  const found = arrow ?? STATUS.exec(plain.slice(lead));
  const texts = spans.map(({ start, end }) => rest.slice(start, end));
  const form = FORM.exec(rest)?.[1] ?? '';
  if (!found) return { sent: texts[0] ?? (incomplete(rest) || form), received: '' };
  const end = (arrow ? 0 : lead) + found[0].length;
  const sent = texts.find((_, i) => (starts[i] as number) <= end) ?? form;
  const received = texts.find((_, i) => (starts[i] as number) > end);
  if (received !== undefined) return { status: Number(found[1]), sent, received };
  return { status: Number(found[1]), sent, received: incomplete(outside.slice(end)) };
}

/** A form directly behind the address: `To=%2B1206…&Body=a`. One setting alone, such as `id=404`, is of the logger. */
const FORM = /^\s{1,4}([\w.%[\]-]{1,100}=[^\s&"'{}]*(?:&[\w.%[\]-]{1,100}=[^\s&"'{}]*)+)(?=\s|$)/;

/** An arrow points to the result: `id=404 -> 201 (422ms)`. */
const ARROW = /^.{0,200}?(?:->|=>|→)\s?([1-5]\d\d)\b(?![.,]\d|\s?m?s\b)/;

/** The numbers in `id=404` are not a status. Blanks in their place keep the positions. */
const withoutSettings = (text: string): string =>
  text.replace(/(?<![\w.])(?!\w*(?:status|code))[\w.]{1,60}=[^\s"'{}]+/gi, (all) => ' '.repeat(all.length));

/** nginx writes a quote in a variable as `\\x22`. */
const plainEscapes = (text: string): string =>
  text.includes('\\x22')
    ? text.replace(/\\x([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Text that looks like JSON but cannot be parsed, for example because the log shortened it. */
export function incomplete(text: string): string {
  const start = text.search(/\{(?=\s*["'}]|\s*$)|\[(?=\s*[{"])/);
  return start < 0 ? '' : text.slice(start, Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1);
}
