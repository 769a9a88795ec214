import type { CassetteDocument } from '../../cassette/index.js';
import { exceeded, SIZE_LIMITS } from '../../util/index.js';

/** Checked first: each request changes a sandbox, and a call runs its document. */
export function checkReplaySize(documents: readonly CassetteDocument[]): void {
  const { max, unit } = SIZE_LIMITS.replayed;
  let count = 0;
  for (const { kind } of documents) if (kind === 'http') count++;
  if (count > max) throw exceeded('The recording', max, unit, ADVICE, count);
}

const ADVICE = 'Divide it into parts, such as the last 1,000 requests before the failure.';
