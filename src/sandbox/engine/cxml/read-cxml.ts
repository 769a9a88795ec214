import type { ReadDocument } from '../document/call-document.js';
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

/**
 * Reads the text of a cXML document. The value of the source is the list of its verbs. `visit` gets each element with the
 * index where it begins.
 */
export async function readCxml(
  text: string,
  url: string | null,
  visit: (element: XmlElement, index: number) => void = () => {},
): Promise<ReadDocument> {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES)
    return {
      problem: `the document has ${bytes.toLocaleString('en-US')} bytes; the limit is 65,536 (11750). Split it into documents that redirect to each other.`,
    };
  const mistake = xmlMistake(text);
  if (mistake) return { problem: `cannot parse the document: ${mistake.message} (12100)`, index: mistake.index };
  const { load } = await import('cheerio');
  const $ = load(text, { xml: { withStartIndices: true } });
  const elementOf = (node: ReturnType<typeof $>): XmlElement => {
    const element = {
      name: node.prop('name') ?? '',
      attributes: { ...node.attr() },
      children: node
        .children()
        .toArray()
        .map((child) => elementOf($(child))),
      text: node.text().trim(),
    };
    visit(element, node.get(0)?.startIndex ?? 0);
    return element;
  };
  const root = $.root().children();
  const [first] = root.toArray();
  if (root.length !== 1 || first?.name !== 'Response')
    return { problem: 'the top-level element must be <Response> (12100)', index: first?.startIndex ?? 0 };
  const verbs = elementOf(root).children;
  return { source: { language: 'cxml', url, value: verbs } };
}
