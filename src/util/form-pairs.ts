/** More than any program sends: servers accept about a thousand. */
export const MAX_FORM_PAIRS = 10_000;

/**
 * The pairs of a form or a query, decoded as `URLSearchParams` decodes them. That class throws and catches an error for
 * each broken escape, which takes microseconds. Returns undefined for more than `MAX_FORM_PAIRS`.
 */
export function formPairs(text: string): [name: string, value: string][] | undefined {
  const pairs: [string, string][] = [];
  for (let from = text.startsWith('?') ? 1 : 0; from < text.length; ) {
    const end = endOf(text, '&', from, text.length);
    if (end > from) {
      if (pairs.length === MAX_FORM_PAIRS) return undefined;
      const equals = endOf(text.slice(from, end), '=', 0, end - from) + from;
      pairs.push([decoded(text.slice(from, equals)), decoded(text.slice(equals + 1, end))]);
    }
    from = end + 1;
  }
  return pairs;
}

function endOf(text: string, sign: string, from: number, otherwise: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? otherwise : at;
}

function decoded(part: string): string {
  const spaced = part.includes('+') ? part.replaceAll('+', ' ') : part;
  if (!spaced.includes('%')) return spaced;
  const bytes = Buffer.from(spaced);
  let length = 0;
  for (let index = 0; index < bytes.length; index++) {
    const escaped =
      bytes[index] === PERCENT ? hexDigit(bytes[index + 1]) * 16 + hexDigit(bytes[index + 2]) : Number.NaN;
    const isEscape = !Number.isNaN(escaped);
    bytes[length++] = isEscape ? escaped : (bytes[index] ?? 0);
    if (isEscape) index += 2;
  }
  return bytes.toString('utf8', 0, length);
}

const PERCENT = 0x25;

function hexDigit(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}
