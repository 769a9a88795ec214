import type { Mode } from '../../bench/index.js';

/** Colours by meaning. None carries one alone: the words say the same. */
export const THEME = {
  mode: { sandbox: 'green', replay: 'cyan', live: 'red' } satisfies Record<Mode['kind'], string>,
  chosen: 'cyan',
  spinner: 'yellow',
} as const;
