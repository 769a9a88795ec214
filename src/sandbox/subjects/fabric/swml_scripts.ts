import type { Subject } from '../../respond/subject.js';
import type { Own } from './families.js';
import { family } from './family.js';

/** Status callbacks report calls, so a script for messages has none. */
const shaped = ({ status_callback_url, status_callback_method: _, ...own }: Own): Own =>
  own.script_type === 'messaging' || typeof status_callback_url !== 'string'
    ? own
    : { ...own, status_callback_url, status_callback_method: 'POST' };

export const swml_scripts: Subject = family('swml_script', {
  made: (_ask, given) => shaped(given),
  changed: (_ask, given, { own }) => shaped({ ...own, ...given }),
});
