import type { Sandbox } from '../../../sandbox/index.js';
import type { Known } from './command.js';

const MOST = 50;

/** The numbers of the simulated account where it is the one that is asked, and those the platform answered with. */
export function knownNumbers({ bench, seen }: Known): string[] {
  const simulated = bench.mode.kind === 'sandbox' ? numbersOf(bench.globals.sandbox as Sandbox) : [];
  return [...new Set([...simulated, ...seen.fitting({ name: 'number' }).map(({ value }) => value)])];
}

/** Read from a copy, so that looking is no request. */
export function numbersOf(simulated: Sandbox): string[] {
  const { numbers } = simulated.snapshot().collections as { numbers?: { items: [number, { number: string }][] } };
  return (numbers?.items ?? []).slice(0, MOST).map(([, { number }]) => number);
}
