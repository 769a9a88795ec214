import type { DocumentSource } from '../document/call-document.js';
import { xmlMistake } from './xml-mistake.js';

/** One element of a document, as plain data. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** All text inside, without the white space around it. */
  readonly text: string;
}

const MAX_BYTES = 64 * 1024;

/** Reads the text of a cXML document. The value of the source is the list of its verbs. */
export async function readCxml(
  text: string,
  url: string | null,
): Promise<{ readonly source: DocumentSource } | { readonly problem: string }> {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES)
    return {
      problem: `the document has ${bytes.toLocaleString('en-US')} bytes; the limit is 65,536 (11750). Split it into documents that redirect to each other.`,
    };
  const mistake = xmlMistake(text);
  if (mistake !== undefined) return { problem: `cannot parse the document: ${mistake} (12100)` };
  const { load } = await import('cheerio');
  const $ = load(text, { xml: true });
  const elementOf = (node: ReturnType<typeof $>): XmlElement => ({
    name: node.prop('name') ?? '',
    attributes: { ...node.attr() },
    children: node
      .children()
      .toArray()
      .map((child) => elementOf($(child))),
    text: node.text().trim(),
  });
  const root = $.root().children();
  const [first] = root.toArray();
  if (root.length !== 1 || first?.name !== 'Response')
    return { problem: 'the top-level element must be <Response> (12100)' };
  const verbs = elementOf(root).children;
  return { source: { language: 'cxml', url, value: verbs } };
}
