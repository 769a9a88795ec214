import { beginReplacement, type Replacement } from '../../util/index.js';
import { notWritable, type Target } from './target-file.js';

/** New content for a file, written to a temporary file next to it. The file does not change until `commit`. */
export type Draft = Replacement;

/**
 * Readable only by its owner until `commit`. Then it has `mode`, or by default the mode of the file that it replaces.
 */
export function draftOf({ name, file }: Target, options: { readonly mode?: number } = {}): Draft {
  const orNotWritable = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      throw notWritable(name, cause);
    }
  };
  const replacement = orNotWritable(() => beginReplacement(file, options));
  return {
    ...replacement,
    write: (content) => orNotWritable(() => replacement.write(content)),
    close: () => orNotWritable(() => replacement.close()),
    commit: () => orNotWritable(() => replacement.commit()),
  };
}
