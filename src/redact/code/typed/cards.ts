import { isCardNumber } from '../../../util/index.js';
import { type CodeText, partsOf } from '../code.js';
import type { Written } from './tokens.js';

/** Digits in a text or a command, also in groups. The keys that end an entry can follow. */
const NUMBER = /(?<![\w.$+-])\d(?:[ -]?\d){11,18}(?=[#*]{0,2}(?![\w.-]))/g;
/** A security code or an expiration date, as a separate entry. */
const CODE = /(?<=["'`])\d{3,4}(?=[#*]{0,2}["'`])/g;
const CODE_IN_COMMAND = /(?<=\s)\d{3,4}(?=[#*]{0,2}(?:\s|$))/g;

/** Finds the numbers of payment cards in a typed input, and the other entries of a payment beside them. */
export function* cardEntries(code: CodeText): Generator<Written> {
  let hasCard = false;
  for (const { text, start, kind } of partsOf(code)) {
    for (const { 0: number, index } of text.matchAll(NUMBER)) {
      if (!isCardNumber(number.replace(/[ -]/g, ''))) continue;
      hasCard = true;
      yield written(number, start + index, kind === 'bare');
    }
  }
  if (!hasCard) return;
  const isCommand = /^\s*\./.test(code.source);
  for (const { 0: entry, index } of code.source.matchAll(isCommand ? CODE_IN_COMMAND : CODE))
    yield written(entry, index, isCommand);
}

const written = (value: string, start: number, isNumber: boolean): Written => ({
  start,
  end: start + value.length,
  value,
  ...(isNumber && { isNumber }),
});
