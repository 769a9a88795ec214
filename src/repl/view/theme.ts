import type { Mode } from '../../bench/index.js';
import type { Style } from '../editor/index.js';

/** Colours by meaning. Colour is never the only cue: the text carries the same information. */
export const THEME = {
  mode: { sandbox: 'green', replay: 'cyan', live: 'red' } satisfies Record<Mode['kind'], 'green' | 'cyan' | 'red'>,
  code: {
    plain: {},
    keyword: { color: 'magenta' },
    string: { color: 'green' },
    number: { color: 'yellow' },
    comment: { dimColor: true },
    command: { color: 'cyan' },
    pair: { bold: true, underline: true },
    selected: { inverse: true },
  } satisfies Record<Style, object>,
  chosen: 'cyan',
  spinner: 'yellow',
} as const;
