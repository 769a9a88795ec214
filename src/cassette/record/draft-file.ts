import { beginReplacement, type Replacement } from '../../util/index.js';
import { notWritable, type Target } from './target-file.js';

/** New content for a file, written beside it: until it is committed the file is as it was. */
export type Draft = Replacement;

/** Readable by its owner alone until it is committed; then it has the mode of the file before it, unless `mode` says another. */
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
