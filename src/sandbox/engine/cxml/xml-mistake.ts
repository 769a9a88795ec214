const MAX_DEPTH = 100;
const NAME = String.raw`[A-Za-z_][\w.:-]*`;
/** Matches a comment, a CDATA section, a processing instruction, a DOCTYPE or a tag; otherwise a bare `<`. */
const MARKUP = new RegExp(
  String.raw`<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<!DOCTYPE|<(\/?)(${NAME})((?:\s+${NAME}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|<`,
  'g',
);
/** Matches a reference to an undeclared entity. Only the predefined entities and character references are accepted. */
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)([^\s;<>"']{0,20};?)/;

/** The characters that XML does not allow, in a text or as a reference. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const isCharacter = (code: number) => code <= 0x10ffff && !FORBIDDEN.test(String.fromCodePoint(code));

function wrongCharacter(text: string): string | undefined {
  const [sign] = FORBIDDEN.exec(text) ?? [];
  if (sign !== undefined)
    return `the character U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')} is not allowed`;
  for (const [reference, hex, decimal] of text.matchAll(/&#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}));/g))
    if (!isCharacter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)))
      return `${reference} is not a character`;
  return undefined;
}

/** The first attribute that a tag has twice. */
function twiceIn(attributes: string): string | undefined {
  const names = [...attributes.matchAll(/([\w.:-]+)\s*=\s*(?:"[^"]*"|'[^']*')/g)].map(([, name]) => name);
  return names.find((name, i) => names.indexOf(name) < i);
}

export function xmlMistake(text: string): string | undefined {
  const wrong = wrongCharacter(text);
  if (wrong !== undefined) return wrong;
  const open: string[] = [];
  let roots = 0;
  let at = 0;
  const strayIn = (between: string) => {
    const [entity] = ENTITY.exec(between) ?? [];
    if (entity !== undefined) return `unknown entity ${entity}: write & as &amp;`;
    return open.length === 0 && between.trim() !== '' ? 'there is text outside of the top-level element' : undefined;
  };
  for (const match of text.matchAll(MARKUP)) {
    const [markup, closing, name, attributes = '', selfClosing] = match;
    const stray = strayIn(text.slice(at, match.index).replace(/^\uFEFF/, ''));
    if (stray) return stray;
    at = match.index + markup.length;
    if (markup === '<!DOCTYPE') return 'a DOCTYPE is not supported';
    if (/^<\?xml\s/i.test(markup) && match.index > (text.startsWith('\uFEFF') ? 1 : 0))
      return 'the XML declaration must be at the start';
    if (markup === '<') return `invalid tag at ${JSON.stringify(text.slice(match.index, at + 20))}`;
    if (name === undefined) continue;
    const [entity] = ENTITY.exec(attributes) ?? [];
    if (entity !== undefined) return `unknown entity ${entity}: write & as &amp;`;
    const twice = twiceIn(attributes);
    if (twice !== undefined) return `<${name}> has ${twice} twice`;
    if (closing) {
      const last = open.pop();
      if (last !== name) return last === undefined ? `</${name}> has no opening tag` : `<${last}> is not closed`;
    } else {
      if (open.length === 0 && ++roots > 1) return 'there is more than one top-level element';
      if (!selfClosing) open.push(name);
      if (open.length > MAX_DEPTH) return `the document is nested more than ${MAX_DEPTH} levels deep`;
    }
  }
  return strayIn(text.slice(at)) ?? (open.length > 0 ? `<${open.at(-1)}> is not closed` : undefined);
}
