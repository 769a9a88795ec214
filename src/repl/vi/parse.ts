import { ALIASES, COMMANDS, OPERATORS } from './commands.js';
import { LINE_MOTIONS, MOTIONS, type Motion } from './motions.js';

/** A complete command of normal mode, such as `2d3w` or `rx`. */
export interface ViCommand {
  readonly count: number;
  readonly operator?: string;
  /** The key of the motion or of the command. `dd` has its operator here. */
  readonly key: string;
  /** The character after `f`, `r` and similar keys. */
  readonly argument: string;
}

const FORM = /^([1-9]\d*)?(?:(?!ctrl-r)([dcy])([1-9]\d*)?)?(?:(ctrl-r|gg|[^\d]|0)(.+)?)?$/su;
/** Keys that take a character in vi, such as `ci'`, `ma` and `zt`, and have no meaning here. They end with it. */
const UNSUPPORTED = { alone: /^[zmqZ'"`@[\]]$/, afterOperator: /^[ia]$/ };
const MOST_REPEATS = 1000;

/** Parses the keys typed so far. Returns `more` for the start of a command, and undefined for an invalid one. */
export function commandIn(typed: string): ViCommand | 'more' | undefined {
  const [form, first, operator, second, key, argument = ''] = FORM.exec(typed) ?? [];
  if (form === undefined) return undefined;
  if (key === undefined || (key === 'g' && argument === '')) return 'more';
  if (argument === '' && UNSUPPORTED[operator === undefined ? 'alone' : 'afterOperator'].test(key)) return 'more';
  const alias = operator === undefined ? ALIASES[key] : undefined;
  if (alias !== undefined) return commandIn(`${first ?? ''}${alias}`);
  const takesCharacter = MOTIONS[key]?.takesCharacter ?? (operator === undefined && COMMANDS[key]?.takesCharacter);
  if (takesCharacter && argument === '') return 'more';
  if ((!takesCharacter && argument !== '') || !isKnown(key, operator)) return undefined;
  const count = Math.min(MOST_REPEATS, Number(first ?? 1) * Number(second ?? 1));
  return { count, key, argument, ...(operator !== undefined && { operator }) };
}

function isKnown(key: string, operator: string | undefined): boolean {
  if (motionOf(key) !== undefined || key === ';' || key === ',') return true;
  return operator === undefined ? key === '/' || COMMANDS[key] !== undefined : key === operator && key in OPERATORS;
}

export const motionOf = (key: string): Motion | undefined => MOTIONS[key] ?? LINE_MOTIONS[key];
