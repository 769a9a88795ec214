import { attempt } from '../../../util/index.js';

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' };
const NAMED_ENTITY = /&(quot|apos|amp|lt|gt);/g;
const CODED_ENTITY = /&#(?:x([0-9a-f]{1,4})|(\d{1,5}));/gi;
/** A value in the encoding of addresses that begins as JSON does. */
const ENCODED = /%(?:7B|5B%7B|5B%22)[\w.~%+*!-]*/gi;

const character = (code: number): string => String.fromCharCode(code);

/**
 * A line without the escapes of JSON, HTML and addresses, so that each sign has one spelling. The result is a line too:
 * an escaped end of a line becomes a blank.
 */
export function plainLine(line: string): string {
  let plain = line;
  if (plain.includes('&'))
    plain = plain
      .replace(CODED_ENTITY, (_, hex?: string, decimal?: string) =>
        character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
      )
      .replace(NAMED_ENTITY, (all, name: string) => ENTITIES[name] ?? all);
  if (plain.includes('\\'))
    plain = plain
      .replace(/(?<!\\)\\{1,16}(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/gi, (_, long?: string, short?: string) =>
        character(Number.parseInt(long ?? short ?? '20', 16)),
      )
      .replace(/(?<!\\)\\{1,16}(["'`/])/g, '$1')
      .replace(/(?<!\\)\\{1,16}(?:t(?!\w)|t(?=[a-z]{2,20}[:=])|[nr])/g, ' ');
  if (plain.includes('%'))
    plain = plain.replace(ENCODED, (all) => attempt(() => decodeURIComponent(all.replaceAll('+', ' '))) ?? all);
  return plain.replace(/[\r\n\u2028\u2029]/g, ' ');
}

/** Names of fields whose words a person wrote: a number in them is not a status. A value that begins as JSON does is kept. */
const WRITTEN =
  /(["']?\b(?:body|text|(?:\w{1,20}_)?name|label|subject|description|note|notes|comment|prompt|greeting|say|sms|tags?|user_?agent)["']?\s{0,3}(?:=>|[:=])\s{0,3})(?:"(?!\s{0,3}[{[])((?:[^"\\]|\\.){0,2000})"|'(?!\s{0,3}[{[])((?:[^'\\]|\\.){0,2000})')/gi;
/** Words of a form in an address: `Body=500+internal+error&To=…`. */
const FORM_FIELD = /\b(?:Body|Text|Name|FriendlyName|Message)=[^&\s"']{1,2000}/g;
const NOISE: readonly RegExp[] = [
  /https?:\/\/[^\s"'`<>|,;]+/gi,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{20,27}\b/gi,
  /\b\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?)?/g,
  /\b\d{1,2}:\d\d(?::\d\d)?(?:[.,:]\d{1,9})?\b/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g,
  /(?<!\b[A-Z]{2,8})\/(?![1-5]\d\d(?![\w/-]))[\w.~%:+@!$*&=?/-]*/g,
  /\+\d{6,15}\b/g,
  /\b\d[\d.,]{0,12}\s?(?:ms|µs|us|ns|s|secs?|seconds?|minutes?|bytes?|[kKmM]i?[bB]|%)(?![\w]|\s?=)/g,
];

const blank = (all: string) => ' '.repeat(all.length);
const withoutWords = (text: string): string =>
  text.replace(WRITTEN, (all, head: string) => head + blank(all.slice(head.length)));

/** Where a status can be: blanks replace addresses, ids, times, durations, and the words of people in fields. */
export function withoutNoise(line: string): string {
  // Words can have quotes, which only the escapes show.
  let text = withoutWords(plainLine(withoutWords(line))).replace(FORM_FIELD, blank);
  for (const noise of NOISE) text = text.replace(noise, blank);
  return text;
}
