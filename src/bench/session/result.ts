import { Sheet, Whole } from '../../show/index.js';
import { TextAnswer } from './text-result.js';

/** Returns whether a value is a result. The output of a dot command or of help is not. */
export const isResult = (value: unknown): boolean =>
  value !== undefined && !(value instanceof Sheet || value instanceof TextAnswer || value instanceof Whole);
