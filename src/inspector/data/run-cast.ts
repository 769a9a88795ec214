import type { CastMoment, CastResult } from '../../sandbox/index.js';
import type { CastReport } from '../contract.js';
import type { InspectedSandbox } from '../inspected.js';

const MAX_MOMENTS = 500;

/** Lets the people of a cast call. A cast from the page reads no files. */
export async function runCast(sandbox: InspectedSandbox, text: string): Promise<CastReport> {
  const { parties, failures, unused }: CastResult = await sandbox.cast(text, { name: 'The cast' });
  return {
    ...{ failures, unused },
    parties: parties.map(({ name, role, story, expectations, call }) => ({
      ...{ name, role, call: call?.call_id ?? null },
      moments: story.slice(0, MAX_MOMENTS).map((one) => ({ time: timeOf(one), text: one.text })),
      expectations: expectations.map((one) => ({ text: one.isMet ? one.text : one.difference, isMet: one.isMet })),
    })),
  };
}

const timeOf = ({ time, until }: CastMoment): string => (until === undefined ? `${time} s` : `${time}–${until} s`);

/** A cast that passes in every sandbox, because it contains its document. */
export const exampleCast = (number: string | undefined): string => `callers:
  Ann:
    # To call a number of the project instead, replace the document:
    # to: "${number ?? '+12065550100'}"
    document:
      sections:
        main:
          - prompt: { play: "say:Welcome. Press 1 for sales.", max_digits: 1 }
          - play: "say:Goodbye."
    digits: [1]
    expect:
      - hears: [Press 1, Goodbye]
      - ends_by: document
`;
