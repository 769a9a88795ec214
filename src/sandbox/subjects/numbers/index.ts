import type { Subject } from '../../respond/subject.js';
import { compatNumbers } from './compat.js';
import { lookup } from './lookup.js';
import { number_groups } from './number_groups.js';
import { phone_numbers } from './operations.js';
import { short_codes } from './short_codes.js';

export { furnishNumbers } from './furnish.js';

/** Search, purchase, settings, groups, short codes and lookup of numbers. */
export const numbers: Subject = { ...phone_numbers, ...compatNumbers, ...number_groups, ...short_codes, ...lookup };
