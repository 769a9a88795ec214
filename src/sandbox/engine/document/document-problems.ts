import type { AnyField, DocumentLanguage, Fields, Row } from '../../../client/index.js';
import type { CallDocument } from './call-document.js';
import { compileMessage, compileSwml } from './compile-swml.js';
import { unplayableSounds } from './step-values.js';

const MAX_SHOWN = 5;

/** Returns the problems of the SWML documents in the fields of a call: `swml: main[0]: unknown verb ply. …`. */
export function documentProblems(row: Row, given: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    const found = [...languagesOf(row, name, given)].map((language) => PROBLEMS[language](value));
    // If both fit, the user probably wrote the language with fewer problems.
    const [problems = []] = found.sort((a, b) => a.length - b.length);
    const more = problems.length - MAX_SHOWN;
    return [...problems.slice(0, MAX_SHOWN), ...(more > 0 ? [`… and ${more} more problems`] : [])].map(
      (problem) => `${name}: ${problem}`,
    );
  });
}

const messagesOf = (document: CallDocument) =>
  [...document.problems, ...unplayableSounds(document)].map(({ message }) => message);

const PROBLEMS: Readonly<Record<DocumentLanguage, (value: unknown) => readonly string[]>> = {
  swml: (value) => messagesOf(compileSwml(value)),
  'swml for messages': (value) => messagesOf(compileMessage(value)),
  // The value is text.
  cxml: () => [],
};

/** The languages of a field in the variants of a row that fit the other fields. */
function languagesOf(row: Row, name: string, given: Readonly<Record<string, unknown>>): Set<DocumentLanguage> {
  const variants = (row.variants?.length ? row.variants : [{}]).map(
    ({ needs, takes }: Pick<AnyField, 'needs' | 'takes'>): Fields => ({
      ...row.takes,
      ...row.needs,
      ...takes,
      ...needs,
    }),
  );
  const defaults = Object.assign({}, ...variants.map(defaultsOf));
  const fitting = variants.filter((fields) => Object.entries({ ...defaults, ...given }).every(fitsIn(fields)));
  return new Set(fitting.flatMap((fields) => (fields[name] ? documentsOf(fields[name]) : [])));
}

const defaultsOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { limits }]) =>
      limits?.default === undefined ? [] : [[name, limits.default]],
    ),
  );

const fitsIn =
  (fields: Fields) =>
  ([name, value]: readonly [string, unknown]): boolean => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field?.kind !== 'oneOf' || field.open === true || (field.values ?? []).some((one) => one === value);
  };

const documentsOf = ({ kind, document, of = [] }: AnyField): DocumentLanguage[] =>
  kind === 'either' ? of.flatMap(documentsOf) : document ? [document] : [];
