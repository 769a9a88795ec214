/** Deeper than any useful body, and far below the depth at which `JSON.stringify` overflows the stack. */
const MAX_DEPTH = 100;

export function readJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  if (isDeep(text)) return { problem: `it is nested more than ${MAX_DEPTH} levels deep` };
  try {
    return { value: JSON.parse(text) };
  } catch {
    // The message of the parser would repeat parts of the request.
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
      if (++depth > MAX_DEPTH) return true;
    } else if (letter === '}' || letter === ']') depth--;
  }
  return false;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
