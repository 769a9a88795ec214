import { CALL_PARSERS } from './calls.js';
import { CASE_PARSERS } from './cases.js';
import { CLASSROOM_PARSERS } from './classroom.js';
import { CODE_PARSERS } from './code.js';
import { EXPORTERS } from './exports.js';
import { IMPORT_PARSERS } from './imports.js';
import { PAGE_PARSERS } from './pages.js';
import type { OutsideParser } from './parser.js';
import { RECORDED_CODE_PARSERS } from './recorded-code.js';
import { RECORDING_PARSERS } from './recordings.js';
import { SKILL_PARSERS } from './skills.js';

export type { OutsideParser } from './parser.js';

/** Every parser of bytes from outside. The law test and the fuzzer run all of them. */
export const PARSERS: readonly OutsideParser[] = [
  ...RECORDING_PARSERS,
  ...IMPORT_PARSERS,
  ...CALL_PARSERS,
  ...PAGE_PARSERS,
  ...SKILL_PARSERS,
  ...CODE_PARSERS,
  ...CLASSROOM_PARSERS,
  ...RECORDED_CODE_PARSERS,
  ...EXPORTERS,
  ...CASE_PARSERS,
];
