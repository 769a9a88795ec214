import { resolve } from 'node:path';
import type { Bench } from '../bench/index.js';
import type { Sandbox } from '../sandbox/index.js';
import type { UseOptions, Where } from './public-types.js';

interface Allowed {
  /** Whether `live` is allowed. A notebook cannot allow it; the user allows it when starting the kernel. */
  readonly mayGoLive: boolean;
  /** Whether an unrecorded request is an error, for checks of notebooks. */
  readonly strict?: boolean;
}

type UsedBench = Pick<Bench, 'use' | 'whereRequestsGo'> & { readonly globals: Readonly<Record<string, unknown>> };

/** Creates the `use` function of a bench. */
export function createUse(bench: UsedBench, { mayGoLive, strict = false }: Allowed) {
  return async (where: Where, options: UseOptions = {}): Promise<string> => {
    const mode = modeOf(where);
    assertOptions(mode.kind, options);
    if (where === 'live' && !mayGoLive) {
      throw new Error("use('live') needs a kernel started with --live, or PATCHBAY_LIVE=1 in its environment");
    }
    await bench.use(mode.kind === 'replay' && strict ? { ...mode, strict } : mode);
    if (options.seed !== undefined) (bench.globals.sandbox as Sandbox).reset(options); // made by the bench
    return bench.whereRequestsGo;
  };
}

function modeOf(where: Where): Parameters<Bench['use']>[0] {
  if (where === 'sandbox' || where === 'live') return { kind: where };
  if (typeof where?.replay === 'string') return { kind: 'replay', file: resolve(where.replay) };
  throw new TypeError("use(where): where must be 'sandbox', 'live' or { replay: FILE }");
}

function assertOptions(kind: string, { seed, ownNumbers, ...others }: UseOptions): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new TypeError(`use(where, options): unknown option "${unknown}". Use seed and ownNumbers`);
  if (ownNumbers !== undefined && (typeof ownNumbers !== 'boolean' || seed === undefined))
    throw new TypeError("use('sandbox', { seed, ownNumbers }): ownNumbers must be true or false, with a seed");
  if (seed === undefined) return;
  if (kind !== 'sandbox') throw new TypeError("use(where, { seed }): only 'sandbox' has a seed");
  if (!Number.isSafeInteger(seed)) throw new TypeError('use(where, { seed }): seed must be a whole number');
}
