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

/** The first mistake in a text, and where it begins. */
interface XmlMistake {
  readonly message: string;
  readonly index: number;
}

function wrongCharacter(text: string): XmlMistake | undefined {
  const sign = FORBIDDEN.exec(text);
  if (sign) {
    const code = sign[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return { message: `the character U+${code} is not allowed`, index: sign.index };
  }
  for (const found of text.matchAll(/&#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}));/g)) {
    const [reference, hex, decimal] = found;
    if (!isCharacter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)))
      return { message: `${reference} is not a character`, index: found.index };
  }
  return undefined;
}

/** The first attribute that a tag has twice. */
function twiceIn(attributes: string): string | undefined {
  const names = [...attributes.matchAll(/([\w.:-]+)\s*=\s*(?:"[^"]*"|'[^']*')/g)].map(([, name]) => name);
  return names.find((name, i) => names.indexOf(name) < i);
}

export function xmlMistake(text: string): XmlMistake | undefined {
  const wrong = wrongCharacter(text);
  if (wrong !== undefined) return wrong;
  const open: { readonly name: string; readonly index: number }[] = [];
  let roots = 0;
  let at = 0;
  const entityIn = (part: string, start: number): XmlMistake | undefined => {
    const found = ENTITY.exec(part);
    return found ? { message: `unknown entity ${found[0]}: write & as &amp;`, index: start + found.index } : undefined;
  };
  const strayIn = (between: string): XmlMistake | undefined => {
    const entity = entityIn(between, at);
    if (entity) return entity;
    return open.length === 0 && between.trim() !== ''
      ? { message: 'there is text outside of the top-level element', index: at + between.search(/\S/) }
      : undefined;
  };
  for (const match of text.matchAll(MARKUP)) {
    const [markup, closing, name, attributes = '', selfClosing] = match;
    const { index } = match;
    const stray = strayIn(text.slice(at, index));
    if (stray) return stray;
    at = index + markup.length;
    if (markup === '<!DOCTYPE') return { message: 'a DOCTYPE is not supported', index };
    if (/^<\?xml\s/i.test(markup) && index > (text.startsWith('\uFEFF') ? 1 : 0))
      return { message: 'the XML declaration must be at the start', index };
    if (markup === '<') return { message: `invalid tag at ${JSON.stringify(text.slice(index, at + 20))}`, index };
    if (name === undefined) continue;
    const entity = entityIn(attributes, index + 1 + name.length);
    if (entity) return entity;
    const twice = twiceIn(attributes);
    if (twice !== undefined) return { message: `<${name}> has ${twice} twice`, index };
    if (closing) {
      const last = open.pop();
      if (!last) return { message: `</${name}> has no opening tag`, index };
      if (last.name !== name) return notClosed(last);
    } else {
      if (open.length === 0 && ++roots > 1) return { message: 'there is more than one top-level element', index };
      if (!selfClosing) open.push({ name, index });
      if (open.length > MAX_DEPTH)
        return { message: `the document is nested more than ${MAX_DEPTH} levels deep`, index };
    }
  }
  const last = open.at(-1);
  return strayIn(text.slice(at)) ?? (last && notClosed(last));
}

const notClosed = ({ name, index }: { readonly name: string; readonly index: number }): XmlMistake => ({
  message: `<${name}> is not closed`,
  index,
});
