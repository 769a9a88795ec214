import { stringify } from 'yaml';
import { type Cassette, isYaml } from './open.js';
import type { CassetteDocument, CassetteHeader } from './schema.js';
import { END_MARK } from './torn-yaml.js';

type Written = CassetteHeader | CassetteDocument;

/** One document of a cassette as text, in the spelling of the file's name. */
export const spell = (document: Written, file: string): string =>
  isYaml(file) ? yamlOf(document) : `${JSON.stringify(document)}\n`;

// `aliasDuplicateObjects` would tie equal parts together with anchors, which reading refuses.
const yamlOf = (document: Written) =>
  `---\n${stringify(marked(document), { aliasDuplicateObjects: false, lineWidth: 0 })}${END_MARK}\n`;

/** The header says early on that each document is to end with the mark. */
function marked(document: Written): Written | object {
  if (document.kind !== 'cassette') return document;
  const { kind, version, ...rest } = document;
  return { kind, version, end_mark: END_MARK, ...rest };
}

type Whole = Pick<Cassette, 'header' | 'documents'>;

/** A whole cassette for people to read and edit. */
export const toYaml = (cassette: Whole): string => whole(cassette, 'cassette.yaml');

/** A whole cassette with one document to a line. */
export const toNdjson = (cassette: Whole): string => whole(cassette, 'cassette.ndjson');

/** A whole cassette in the spelling of the file's name. */
export const whole = ({ header, documents }: Whole, file: string): string =>
  [header, ...documents].map((document) => spell(document, file)).join('');
