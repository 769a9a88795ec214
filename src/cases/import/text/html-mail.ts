import { Parser } from 'htmlparser2';

/** Mail programs send a text as HTML: with tags, and with `&gt;` in the place of characters. */
const CONTENT_TYPE = /^Content-Type:[ \t]*text\/html\b/im;
const DOCUMENT = /<html[\s>]/i;
const MAX_HEAD = 20_000;

export const isHtml = (text: string): boolean => {
  const head = text.slice(0, MAX_HEAD);
  return CONTENT_TYPE.test(head) && (DOCUMENT.test(head) || /<(?:p|div|pre|br)\b/i.test(head));
};

const BREAK = /<(?:br\s*\/?|\/p|\/div|\/pre|\/tr|\/li|\/h[1-6]|pre(?:\s[^>]{0,400})?)>/gi;
const TAG = /<\/?[a-z][^<>]{0,2000}>/gi;
const HIDDEN = /<(style|script)\b[^>]{0,400}>[^<]{0,100000}<\/\1>/gi;

/** The text of an HTML mail. A part of a mail with another content type stays as it is. */
export function withoutTags(text: string): string {
  if (!isHtml(text)) return text;
  return decodedEntities(text.replace(HIDDEN, '').replace(BREAK, '\n').replace(TAG, ''));
}

const ENTITY = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/gi;

/** Each entity is decoded once: `&amp;gt;` is `&gt;`. The parser of web pages knows their names. */
export function decodedEntities(text: string): string {
  const known = new Map<string, string>();
  return text.replace(ENTITY, (entity) => {
    const decoded = known.get(entity) ?? decodedEntity(entity);
    known.set(entity, decoded);
    return decoded;
  });
}

function decodedEntity(entity: string): string {
  let decoded = '';
  const parser = new Parser({ ontext: (part) => (decoded += part) }, { decodeEntities: true });
  parser.end(entity);
  return decoded;
}
