/** Builds a tool name from the first name that contains ASCII letters or digits: "PDF-Forms 2" becomes pdf_forms_2. */
export function toolName(prefix: string, ...names: readonly string[]): string {
  const words = names.map((name) =>
    name
      .toLowerCase()
      .replace(/[-\s]+/g, '_')
      .replace(/[^a-z0-9_]/g, ''),
  );
  const word = words.find((one) => /[a-z0-9]/.test(one)) ?? codesOf(names.at(-1) ?? '');
  return `${prefix}${/^\d/.test(word) ? '_' : ''}${word}`;
}

/** Spells a name as the code points of its first 20 characters, so that different names stay different. */
const codesOf = (name: string) =>
  [...name]
    .slice(0, 20)
    .map((character) => `u${character.codePointAt(0)?.toString(16)}`)
    .join('_') || 'unnamed';
