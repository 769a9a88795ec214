import type { Document } from 'yaml';
import type { AnyField, Row } from '../../../client/index.js';
import { isPlain, jsonOf, parseBoundedYaml } from '../../../util/index.js';

const LIMITS = {
  ...{ what: 'The text', characters: 1_000_000, tokens: 200_000, depth: 100 },
  advice: 'Send a shorter one with the API.',
};
const MAX_ALIASES = 100;

/** A call that the client refuses before it sends anything, or a body that is not one. */
export class RefusedCall extends Error {}

type Library = typeof import('yaml');

/** Reads the fields of a call, as JSON or as YAML. A document that is a text in them can be either too. */
export async function fieldsIn(text: string, row: Row | undefined): Promise<Readonly<Record<string, unknown>>> {
  const json = jsonOf(text);
  const fields = isPlain(json) ? json : readYaml(await import('yaml'), text, '');
  if (!isPlain(fields)) throw new RefusedCall('The fields are not an object, as JSON or YAML.');
  const entries = Object.entries(fields).map(async ([name, value]): Promise<[string, unknown]> => {
    const isDocument = typeof value === 'string' && isObjectDocument(fieldOf(row, name));
    return [name, isDocument ? readYaml(await import('yaml'), value, `${name}, `) : value];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** A field that takes a document as an object, and no text. */
const isObjectDocument = (field: AnyField | undefined): boolean =>
  field?.kind === 'obj' && field.document !== undefined;

function fieldOf(row: Row | undefined, name: string): AnyField | undefined {
  const { needs, takes, variants = [] } = row ?? { needs: {}, takes: {} };
  const all = [takes, needs, ...variants.flatMap((one) => [one.takes ?? {}, one.needs ?? {}])];
  return all.find((fields) => Object.hasOwn(fields, name))?.[name];
}

/** Throws an error with the line. `where` is the field that has the text. */
function readYaml(library: Library, text: string, where: string): unknown {
  try {
    const document = parseBoundedYaml(library, text, LIMITS, { schema: 'core' });
    const [error] = document.errors;
    if (error) throw new RefusedCall(`${lineAt(where, text, error.pos[0])}: ${error.message}`);
    keepNumbersOfText(library, document, text, where);
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    if (error instanceof RefusedCall || !(error instanceof Error)) throw error;
    throw new RefusedCall(error.message, { cause: error });
  }
}

/** YAML reads a phone number and digits such as 0123 as numbers, and would drop their + and zeros. */
function keepNumbersOfText({ visit }: Library, document: Document.Parsed, text: string, where: string): void {
  visit(document, {
    Scalar(_, node) {
      const { value, source = '', range } = node;
      if (typeof value !== 'number') return;
      if (!Number.isFinite(value))
        throw new RefusedCall(`${lineAt(where, text, range?.[0] ?? 0)}: ${source} is not a number of JSON.`);
      if (/^\+|^-?0\d/.test(source)) node.value = source;
    },
  });
}

function lineAt(where: string, text: string, position: number): string {
  const line = `${where}line ${text.slice(0, position).split('\n').length}`;
  return line.charAt(0).toUpperCase() + line.slice(1);
}
