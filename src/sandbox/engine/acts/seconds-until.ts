import { between } from '../../time/clock.js';

export const secondsUntil = ({ at }: { readonly at: string }, until: string): number =>
  Math.max(0, between(at, until) / 1000);
