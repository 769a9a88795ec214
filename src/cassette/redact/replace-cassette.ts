import type { Cassette } from '../format/open.js';
import { whole } from '../format/write.js';
import { draftOf } from '../record/draft-file.js';
import { otherNames, targetOf } from '../record/target-file.js';

/** Replaces the cassette in a file, in the format that the file name selects. Returns warnings. */
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
