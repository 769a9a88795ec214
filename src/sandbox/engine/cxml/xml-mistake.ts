const MAX_DEPTH = 100;
const NAME = String.raw`[A-Za-z_][\w.:-]*`;
/** Matches a comment, a CDATA section, a processing instruction, a DOCTYPE or a tag; otherwise a bare `<`. */
const MARKUP = new RegExp(
  String.raw`<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<!DOCTYPE|<(\/?)(${NAME})((?:\s+${NAME}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|<`,
  'g',
);
/** Matches a reference to an undeclared entity. Only the predefined entities and character references are accepted. */
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)([^\s;<>"']{0,20};?)/;

export function xmlMistake(text: string): string | undefined {
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
    if (markup === '<') return `invalid tag at ${JSON.stringify(text.slice(match.index, at + 20))}`;
    if (name === undefined) continue;
    const [entity] = ENTITY.exec(attributes) ?? [];
    if (entity !== undefined) return `unknown entity ${entity}: write & as &amp;`;
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
