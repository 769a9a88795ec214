import { createRequire } from 'node:module';
import { type Bench, present } from '../bench/index.js';
import { type MimeBundle, mimeBundle, Progress } from '../show/index.js';
import type { OutputSlot } from './public-types.js';

/** The only way to rich output in tslab: a function that its kernel sets when a cell starts. */
interface TslabJupyter {
  lastWriteDisplayData?: ((content: object, update: boolean) => void) | null;
}

/** Shows a value, without known secrets, in the tslab kernel of this process. Without a kernel, prints it. */
export function displayInTslab(
  value: unknown,
  place?: OutputSlot,
  secrets?: Pick<Bench['knownSecrets'], 'value'>,
): void | Promise<void> {
  const write = tslabJupyter()?.lastWriteDisplayData;
  const transient = place ? { display_id: place.id } : {};
  const show = (bundle: MimeBundle) => {
    const data = secrets ? secrets.value(bundle) : bundle;
    if (write) write({ data, metadata: {}, transient }, place?.isTaken ?? false);
    else if (!place?.isTaken || (value instanceof Progress && value.share === 1)) console.log(data['text/plain']);
  };
  const bundle = mimeBundle(present(value));
  return bundle instanceof Promise ? bundle.then(show) : show(bundle);
}

/** Uses the copy that is already loaded, because a second copy would not be connected to the kernel. */
function tslabJupyter(): TslabJupyter | undefined {
  const { cache } = createRequire(import.meta.url);
  const loaded = Object.keys(cache).find(
    (file) => /[\\/]tslab[\\/]dist[\\/]jupyter\.js$/.test(file) && cache[file]?.exports.lastWriteDisplayData,
  );
  return loaded ? cache[loaded]?.exports : undefined;
}
