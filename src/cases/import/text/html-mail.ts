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

const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
  ...{ auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß' },
  ...{
    aacute: 'á',
    eacute: 'é',
    iacute: 'í',
    oacute: 'ó',
    uacute: 'ú',
    agrave: 'à',
    egrave: 'è',
    ccedil: 'ç',
    ntilde: 'ñ',
  },
  ...{ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', hellip: '…' },
};
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;
const MAX_CODE = 0x10ffff;

/** Each entity is decoded once: `&amp;gt;` is `&gt;`. */
export const decodedEntities = (text: string): string =>
  text.replace(ENTITY, (all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? all) : all;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= MAX_CODE ? String.fromCodePoint(code) : all;
  });
