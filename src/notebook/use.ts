import { resolve } from 'node:path';
import type { Bench } from '../bench/index.js';
import type { Where } from './public-types.js';

interface Allowed {
  /** Whether `live` is allowed. A notebook cannot allow it; the user allows it when starting the kernel. */
  readonly mayGoLive: boolean;
  /** Whether an unrecorded request is an error, for checks of notebooks. */
  readonly strict?: boolean;
}

/** Creates the `use` function of a bench. */
export function createUse(bench: Pick<Bench, 'use' | 'whereRequestsGo'>, { mayGoLive, strict = false }: Allowed) {
  return async (where: Where): Promise<string> => {
    if (where === 'live' && !mayGoLive) {
      throw new Error("use('live') needs a kernel started with --live, or PATCHBAY_LIVE=1 in its environment");
    }
    const mode = modeOf(where);
    await bench.use(mode.kind === 'replay' && strict ? { ...mode, strict } : mode);
    return bench.whereRequestsGo;
  };
}

function modeOf(where: Where): Parameters<Bench['use']>[0] {
  if (where === 'sandbox' || where === 'live') return { kind: where };
  if (typeof where?.replay === 'string') return { kind: 'replay', file: resolve(where.replay) };
  throw new TypeError("use(where): where must be 'sandbox', 'live' or { replay: FILE }");
}
