import type { Handlers } from '../../respond/handler.js';
import type { Own } from './families.js';
import { family } from './family.js';

/** Status callbacks report calls, so a script for messages has none. */
const shaped = ({ status_callback_url, status_callback_method: _, ...own }: Own): Own =>
  own.script_type === 'messaging' || typeof status_callback_url !== 'string'
    ? own
    : { ...own, status_callback_url, status_callback_method: 'POST' };

export const swml_scripts: Handlers = family('swml_script', {
  create: (_state, given) => shaped(given),
  update: (_state, given, { own }) => shaped({ ...own, ...given }),
});
