import { type Bench, createBench } from '../bench/index.js';
import type { CommPort } from '../kernel/index.js';
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
  /** The connection to widgets of the front end, if the kernel supports them. */
  readonly comms?: CommPort;
}

/** A bench at the prompt, in a script or with `-e` has no display. */
type SharedHost = Omit<Host, 'display'> & Partial<Pick<Host, 'display'>>;

/** Where the kernel, or else the first import of this module, stores the host. The module may load twice. */
const HOST = Symbol.for('patchbay.notebook.host');

/** Returns the host of the Patchbay kernel. In another kernel, creates one bench for the whole process. */
export function host(): Host {
  const place = globalThis as { [HOST]?: SharedHost };
  place[HOST] ??= { bench: benchWithNotices(), mayGoLive: process.env.PATCHBAY_LIVE === '1' };
  const { bench } = place[HOST];
  return { display: (value, at) => displayInTslab(value, at, bench.knownSecrets), ...place[HOST] };
}

/** Prints notices in the output of the cell, as the Patchbay kernel does. */
function benchWithNotices(): Bench {
  const bench = createBench();
  bench.log.follow((event) => {
    if (event.kind === 'notice') console.error(clean(event.text));
  });
  return bench;
}

/** Prints a line in the output of the cell. */
export const printLine = (text: string): void => console.log(clean(text));
