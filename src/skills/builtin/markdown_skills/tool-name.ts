/** A name for tools out of the name of a skill: "PDF-Forms 2" is pdf_forms_2. */
export function toolName(prefix: string, name: string): string {
  const word = name
    .toLowerCase()
    .replace(/[-\s]+/g, '_')
    .replace(/[^a-z0-9_]/g, '');
  return `${prefix}${/^\d/.test(word) ? '_' : ''}${word || 'unnamed'}`;
}
