import type { Counters, HeardSound } from '../../runs/call-run.js';
import { after } from '../../time/clock.js';
import { hasPlaceholder } from '../expression/index.js';
import type { Sound } from './step-context.js';

/** The limit for all values that a run sets, including those that it replaces. */
const MAX_CHARACTERS = 2 ** 25;
/** The limit for all texts that placeholders produce in a run. */
const MAX_SUBSTITUTED = 2 ** 26;

/** Counts a value that is set. Returns undefined if it exceeds the limit. */
export function countedValue(counters: Counters, value: unknown): Counters | undefined {
  const characters = counters.characters + sizeOf(value);
  return characters > MAX_CHARACTERS ? undefined : { ...counters, characters };
}

/** The size of a value in characters, as far as it matters for the limit. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 0;
}

interface Substituted {
  readonly value: unknown;
  readonly counters: Counters;
  readonly problem?: string;
}

/** Replaces the placeholders of a value, and counts the text. Above the limit, texts with placeholders become empty. */
export function countedText(counters: Counters, given: unknown, replace: () => unknown): Substituted {
  const { substituted: before = 0 } = counters;
  const value = before > MAX_SUBSTITUTED && hasPlaceholder(given) ? '' : replace();
  if (typeof value !== 'string' || value === given) return { value, counters };
  const substituted = before + value.length;
  if (substituted <= MAX_SUBSTITUTED) return { value, counters: { ...counters, substituted } };
  const limit = MAX_SUBSTITUTED.toLocaleString('en-US');
  const problem = `the placeholders of the call produce more than ${limit} characters`;
  return { value: '', counters: { ...counters, substituted }, problem };
}

/** The sounds that a run keeps, and the characters of each. */
const MAX_HEARD = 500;
const MAX_SOUND = 500;

/** Adds a sound to those that the person hears, up to a limit. */
export function withSound(heard: readonly HeardSound[] = [], sound: Sound, now: string): readonly HeardSound[] {
  if (heard.length >= MAX_HEARD) return heard;
  const { text, isSpoken, begins = 0 } = sound;
  const at = begins === 0 ? now : after(now, begins * 1000);
  return [...heard, { text: text.slice(0, MAX_SOUND), isSpoken, at }];
}
