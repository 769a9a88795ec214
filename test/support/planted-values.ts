import { SPELLINGS } from './secret-spellings.js';

/** The spellings of a value, and the part of its base64 that is the same at each position of a longer text. */
export const spellingsOf = (value: string): string[] => [
  ...Object.values(SPELLINGS).map((spell) => spell(value)),
  ...[0, 1, 2].map((before) => {
    const coded = Buffer.from('x'.repeat(before) + value).toString('base64');
    return coded.slice(before === 0 ? 0 : 4, -4);
  }),
  value.replace(/^\+/, ''),
];

/** The kinds of the planted values that occur in a text in any spelling. */
export function plantedIn(planted: Readonly<Record<string, string>>, text: string): string[] {
  const bytes = text.toLowerCase();
  return Object.entries(planted).flatMap(([kind, value]) =>
    spellingsOf(value).some((spelled) => bytes.includes(spelled.toLowerCase())) ? [kind] : [],
  );
}
