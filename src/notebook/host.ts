import { type Bench, createBench } from '../bench/index.js';
import { clean } from '../show/index.js';
import { displayInTslab } from './display-in-tslab.js';
import type { ShowHere } from './show-here.js';

/** Who runs the cells. */
export interface Host {
  readonly bench: Bench;
  readonly mayGoLive: boolean;
  readonly display: ShowHere;
  /** What is to be drawn before the cell is over, where the kernel heeds it. */
  readonly waiting?: Set<() => void>;
}

/** Our kernel leaves itself here before the first cell; this module may be loaded more than once in a process. */
const HOST = Symbol.for('patchbay.notebook.host');

/** The kernel we run in, or, under another kernel, a bench of our own: one for the whole process. */
export function host(): Host {
  const place = globalThis as { [HOST]?: Host };
  place[HOST] ??= ownHost();
  return place[HOST];
}

function ownHost(): Host {
  const bench = tellingBench();
  return {
    bench,
    mayGoLive: process.env.PATCHBAY_LIVE === '1',
    display: (value, place) => displayInTslab(value, place, bench.discretion),
  };
}

/** Says in the cell's output what our kernel would say there. */
function tellingBench(): Bench {
  const bench = createBench();
  bench.log.follow((event) => {
    if (event.kind === 'notice') console.error(clean(event.text));
  });
  return bench;
}
