/** Deeper than any body that means something, and far from where writing it again would fail. */
const DEEPEST = 100;

/** The value of a JSON text, or what is wrong with the text. */
export function readJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  if (isDeep(text)) return { problem: `it is nested more than ${DEEPEST} levels deep` };
  try {
    return { value: JSON.parse(text) };
  } catch {
    // The parser's own words repeat what was sent.
    return { problem: 'it is not JSON' };
  }
}

function isDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (letter === '\\') i++;
    else if (letter === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (letter === '{' || letter === '[') {
      if (++depth > DEEPEST) return true;
    } else if (letter === '}' || letter === ']') depth--;
  }
  return false;
}
