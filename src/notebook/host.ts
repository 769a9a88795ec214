import { type Bench, createBench } from '../bench/index.js';
import { clean } from '../show/index.js';
import { displayInTslab } from './display-in-tslab.js';
import type { ShowHere } from './public-types.js';

/** What runs the cells: the Patchbay kernel, or a bench in another kernel. */
export interface Host {
  readonly bench: Bench;
  readonly mayGoLive: boolean;
  readonly display: ShowHere;
  /** Updates to draw before the cell ends, if the kernel supports it. */
  readonly waiting?: Set<() => void>;
}

/**
 * Where the Patchbay kernel stores its host before the first cell. A global symbol, because this module may be loaded
 * more than once.
 */
const HOST = Symbol.for('patchbay.notebook.host');

/** Returns the host of the Patchbay kernel. In another kernel, creates one bench for the whole process. */
export function host(): Host {
  const place = globalThis as { [HOST]?: Host };
  place[HOST] ??= ownHost();
  return place[HOST];
}

function ownHost(): Host {
  const bench = benchWithNotices();
  return {
    bench,
    mayGoLive: process.env.PATCHBAY_LIVE === '1',
    display: (value, place) => displayInTslab(value, place, bench.knownSecrets),
  };
}

/** Prints notices in the output of the cell, as the Patchbay kernel does. */
function benchWithNotices(): Bench {
  const bench = createBench();
  bench.log.follow((event) => {
    if (event.kind === 'notice') console.error(clean(event.text));
  });
  return bench;
}
