import { given } from './swml.js';

export interface ContextOptions {
  readonly user_prompt?: string;
  readonly consolidate?: boolean;
  readonly full_reset?: boolean;
}

/** Returns the system prompt alone if there are no other options. */
export function contextOf(
  system_prompt: string | undefined,
  { user_prompt, consolidate, full_reset }: ContextOptions,
): unknown {
  const more = given({ user_prompt, consolidate: consolidate || undefined, full_reset: full_reset || undefined });
  return Object.keys(more).length === 0 && system_prompt !== undefined
    ? system_prompt
    : given({ system_prompt, ...more });
}
