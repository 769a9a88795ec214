import { resolve } from 'node:path';
import type { Bench } from '../bench/index.js';
import type { Where } from './where.js';

interface Allowed {
  /** A notebook cannot grant itself the network: whoever starts the kernel does. */
  readonly mayGoLive: boolean;
  /** What a recording lacks is an error: for whoever checks notebooks. */
  readonly strict?: boolean;
}

/** `use` for one bench. */
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
  throw new TypeError("use(where): where is 'sandbox', 'live' or { replay: FILE }");
}
