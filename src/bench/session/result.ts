import { Sheet, Whole } from '../../show/index.js';
import { TextAnswer } from './text-result.js';

/** Whether it is a value to go on with: what a command has to say is none. */
export const isResult = (value: unknown): boolean =>
  value !== undefined && !(value instanceof Sheet || value instanceof TextAnswer || value instanceof Whole);
