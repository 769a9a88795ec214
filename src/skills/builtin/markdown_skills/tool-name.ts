/** A name for tools out of the names of a skill, the first that has letters for it: "PDF-Forms 2" is pdf_forms_2. */
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

/** The same for the same name, and another for another. */
const codesOf = (name: string) =>
  [...name]
    .slice(0, 20)
    .map((character) => `u${character.codePointAt(0)?.toString(16)}`)
    .join('_') || 'unnamed';
