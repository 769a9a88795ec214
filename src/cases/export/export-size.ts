import { type CassetteEntry, textOf } from '../../cassette/index.js';
import { exceeded, SIZE_LIMITS } from '../../util/index.js';
import type { Recording } from './exporter.js';

/** Checked first: redaction, replay and the check of the text read each entry and each pair several times. */
export function checkExportSize({ documents }: Recording): void {
  const { exported, exportedPairs } = SIZE_LIMITS;
  const { length } = documents;
  if (length > exported.max) throw exceeded('The recording', exported.max, exported.unit, ADVICE, length);
  let pairs = 0;
  for (const document of documents) {
    // A webhook has the fields of an exchange, and an entry of another kind may have any field.
    if (document.kind !== 'http' && document.kind !== 'webhook') continue;
    const { request, response } = document as CassetteEntry;
    for (const text of [request.url, textOf(request.body), textOf(response?.body)]) {
      const count = pairsIn(text, exportedPairs.max);
      if (count > MANY) pairs += count;
    }
    if (pairs > exportedPairs.max) throw exceeded('The recording', exportedPairs.max, PAIRS, ADVICE);
  }
}

/** Programs send fewer. They do not count, because redaction reads the same text once. */
const MANY = 100;

/** An upper bound, and at most a little more than `max`. */
function pairsIn(text: string, max: number): number {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0 && count <= max; at = text.indexOf('&', at + 1)) count++;
  return count;
}

const PAIRS = 'pairs in long forms and queries';
const ADVICE = 'To export the requests that matter, run patchbay minimize first, and export its result.';
