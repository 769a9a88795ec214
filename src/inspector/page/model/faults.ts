import { effect, type Signal, signal } from '@preact/signals';
import type { PageSource } from '../../contract.js';
import type { Api } from './api.js';
import type { Live } from './live.js';

/** A fault that the sandbox injects, as the control API lists it. */
export interface FaultRule {
  readonly operation: string;
  readonly fault: { readonly status?: number; readonly kind?: string; readonly ms?: number };
  /** How many more requests it affects. Null: all. */
  readonly times: number | null;
}

/** A busy sandbox must not make the page read the faults all the time. */
const PAUSE_MS = 500;

/** The active faults, which each panel shows. A request can use one up, and the prompt can add one. */
export function followFaults(
  api: Pick<Api, 'get'>,
  { version, changes }: Pick<Live, 'version' | 'changes'>,
  source: Signal<PageSource | undefined>,
): Signal<readonly FaultRule[] | undefined> {
  const faults = signal<readonly FaultRule[]>();
  let isDue = false;
  const read = () => {
    isDue = false;
    if (source.value?.isControlled !== true) faults.value = undefined;
    else
      void api.get<readonly FaultRule[]>('control/faults').then(
        (rules) => {
          faults.value = rules;
        },
        // Without a connection, the page keeps what it has.
        () => {},
      );
  };
  effect(() => {
    const isWanted = version.value >= 0 && changes.value >= 0 && source.value !== undefined;
    if (!isWanted || isDue) return;
    isDue = true;
    setTimeout(read, faults.peek() === undefined ? 0 : PAUSE_MS);
  });
  return faults;
}
