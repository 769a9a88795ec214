import { resolve } from 'node:path';
import type { Bench } from '../bench/index.js';
import type { Where } from './where.js';

/** `use` for one bench. A notebook cannot grant itself the network: whoever starts the kernel does. */
export function createUse(bench: Pick<Bench, 'use' | 'whereRequestsGo'>, mayGoLive: boolean) {
  return async (where: Where): Promise<string> => {
    if (where === 'live' && !mayGoLive) {
      throw new Error("use('live') needs a kernel started with --live, or PATCHBAY_LIVE=1 in its environment");
    }
    await bench.use(modeOf(where));
    return bench.whereRequestsGo;
  };
}

function modeOf(where: Where): Parameters<Bench['use']>[0] {
  if (where === 'sandbox' || where === 'live') return { kind: where };
  if (typeof where?.replay === 'string') return { kind: 'replay', file: resolve(where.replay) };
  throw new TypeError("use(where): where is 'sandbox', 'live' or { replay: FILE }");
}
