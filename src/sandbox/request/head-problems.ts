import { nearest } from '../../util/index.js';
import { isRecord } from './read-json.js';

/** Returns the problems that prevent a document from running. */
export function headProblems(document: unknown): string[] {
  if (!isRecord(document)) return ['the document must be an object with sections'];
  const { version = '1.0.0', sections } = document;
  const problems = version === '1.0.0' ? [] : [`version is ${JSON.stringify(version)}; it must be "1.0.0"`];
  const strangers = Object.keys(document).filter((name) => name !== 'version' && name !== 'sections');
  if (!isRecord(sections)) {
    const meant = nearest('sections', strangers);
    return [...problems, `sections is missing${meant ? ` (the document has ${meant})` : ''}`];
  }
  if (sections.main === undefined) return [...problems, 'sections.main is missing: it is the start of the call'];
  if (!Array.isArray(sections.main) && !isRecord(sections.main)) return [...problems, 'sections.main must be a list'];
  return problems;
}
