import { stringify } from 'yaml';
import { type Cassette, isYaml } from './open.js';
import type { CassetteDocument, CassetteHeader } from './schema.js';
import { END_MARK } from './torn-yaml.js';

type Written = CassetteHeader | CassetteDocument;

/** Writes one document of a cassette as text, in the format that the file name selects. */
export const spell = (document: Written, file: string): string =>
  isYaml(file) ? yamlOf(document) : `${JSON.stringify(document)}\n`;

// With `aliasDuplicateObjects`, equal parts become anchors and aliases, which the reader rejects.
const yamlOf = (document: Written) =>
  `---\n${stringify(marked(document), { aliasDuplicateObjects: false, lineWidth: 0 })}${END_MARK}\n`;

/** Adds `end_mark` near the start of the header, to announce that each document ends with the mark. */
function marked(document: Written): Written | object {
  if (document.kind !== 'cassette') return document;
  const { kind, version, ...rest } = document;
  return { kind, version, end_mark: END_MARK, ...rest };
}

type Whole = Pick<Cassette, 'header' | 'documents'>;

/** Writes a complete cassette as YAML, for people to read and edit. */
export const toYaml = (cassette: Whole): string => whole(cassette, 'cassette.yaml');

/** Writes a complete cassette as NDJSON, with one document on each line. */
export const toNdjson = (cassette: Whole): string => whole(cassette, 'cassette.ndjson');

export const whole = ({ header, documents }: Whole, file: string): string =>
  [header, ...documents].map((document) => spell(document, file)).join('');
