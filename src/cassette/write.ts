import { extname } from 'node:path';
import { stringify } from 'yaml';
import type { CassetteEntry, CassetteHeader } from './format.js';

/** One document of a cassette as text, in the spelling of the file's name. */
export function spell(document: CassetteHeader | CassetteEntry, file: string): string {
  if (!['.yaml', '.yml'].includes(extname(file))) return `${JSON.stringify(document)}\n`;
  // `aliasDuplicateObjects` would tie equal parts together with anchors, which reading refuses.
  return `---\n${stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })}`;
}
