import type { Sandbox } from '../../../sandbox/index.js';
import type { CompletionContext } from './command.js';

const MAX_NUMBERS = 50;

/** Returns the numbers in the sandbox if requests go there, and the numbers from responses of the platform. */
export function knownNumbers({ bench, seen }: CompletionContext): string[] {
  const simulated = bench.mode.kind === 'sandbox' ? numbersOf(bench.globals.sandbox as Sandbox) : [];
  return [...new Set([...simulated, ...seen.fitting({ name: 'number' }).map(({ value }) => value)])];
}

/** Reads a snapshot, because a request would change the journal and the clock of the sandbox. */
export function numbersOf(simulated: Sandbox): string[] {
  const { numbers } = simulated.snapshot().collections as { numbers?: { items: [number, { number: string }][] } };
  return (numbers?.items ?? []).slice(0, MAX_NUMBERS).map(([, { number }]) => number);
}
