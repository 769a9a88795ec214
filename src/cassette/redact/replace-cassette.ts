import type { Cassette } from '../format/open.js';
import { whole } from '../format/write.js';
import { draftOf } from '../record/draft-file.js';
import { otherNames, targetOf } from '../record/target-file.js';

/** Writes a whole cassette in place of the one in a file, in the spelling of its name. Answers what to warn of. */
export function replaceCassette(file: string, cassette: Pick<Cassette, 'header' | 'documents'>): string[] {
  const target = targetOf(file);
  const draft = draftOf(target);
  try {
    draft.write(whole(cassette, file));
    draft.close();
    draft.commit();
  } catch (error) {
    draft.discard();
    throw error;
  }
  return otherNames(target);
}
