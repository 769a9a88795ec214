import { attempt, LimitError, parseBoundedYaml } from '../../../util/index.js';
import { isRecord, readJson } from '../../request/read-json.js';
import type { Language, ReadDocument } from './call-document.js';

const LIMITS = {
  what: 'The SWML document',
  characters: 2 ** 20,
  tokens: 200_000,
  depth: 100,
  advice: 'Split it into documents that transfer or execute each other.',
};

/** Reads a SWML document that is JSON. Returns undefined for YAML, which needs a parser that is loaded on demand. */
export function readJsonSource(text: string, url: string | null): ReadDocument | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return sourceOf(jsonIn(text), url);
  } catch (error) {
    return unreadable(error);
  }
}

/** Reads the text of a SWML document, as JSON or YAML. */
export async function readSwml(text: string, url: string | null): Promise<ReadDocument> {
  const json = readJsonSource(text, url);
  if (json) return json;
  if (/^\s*</.test(text)) return { problem: WRONG_LANGUAGE.swml };
  try {
    return sourceOf(await yamlIn(text), url);
  } catch (error) {
    return unreadable(error);
  }
}

export const WRONG_LANGUAGE: Readonly<Record<Language, string>> = {
  swml: 'the response is XML, but the platform asked for SWML: respond with SWML, or if this is the document of a number, bind it with set_cxml_webhook',
  cxml: 'the response is not XML, but the platform asked for cXML: respond with XML, or if this is the document of a number, bind it with set_swml_webhook',
};

const sourceOf = (value: unknown, url: string | null): ReadDocument =>
  isRecord(value)
    ? { source: { language: 'swml', url, value } }
    : { problem: 'the document must be an object with version and sections' };

const unreadable = (error: unknown): ReadDocument => ({
  problem: `cannot parse the document: ${(error instanceof Error ? error.message : String(error)).split('\n')[0]}`,
  ...(error instanceof YamlMistake && { index: error.index }),
});

class YamlMistake extends Error {
  constructor(
    message: string,
    readonly index: number,
  ) {
    super(message);
  }
}

function jsonIn(text: string): unknown {
  const { what, characters: limit, advice } = LIMITS;
  if (text.length > limit) throw new LimitError({ what, limit, actual: text.length, unit: 'characters', advice });
  const read = readJson(text);
  if ('problem' in read) throw new Error(read.problem);
  return read.value;
}

/** Parses YAML within the limits of a document. Its nodes have their positions. */
export const yamlDocument = async (text: string) =>
  parseBoundedYaml(await import('yaml'), text, LIMITS, { schema: 'core' });

async function yamlIn(text: string): Promise<unknown> {
  const document = await yamlDocument(text);
  const [error] = document.errors;
  if (error) {
    const line = text.slice(0, error.pos[0]).split('\n').length;
    throw new YamlMistake(`${error.message} in line ${line}`, error.pos[0]);
  }
  // The limit on aliases prevents a small text from expanding into a huge value.
  const value: unknown = document.toJS({ maxAliasCount: 20 });
  if (text.includes('*') && attempt(() => JSON.stringify(value) ?? '') === undefined)
    throw new Error('an alias refers to itself, or to a value that contains it');
  return value;
}
