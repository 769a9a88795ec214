import { ALIASES, COMMANDS, OPERATORS } from './commands.js';
import { LINE_MOTIONS, MARK_MOTIONS, MOTIONS, type Motion } from './motions.js';
import { TEXT_OBJECTS } from './text-objects.js';

/** A complete command of normal mode, such as `2d3w` or `rx`. */
export interface ViCommand {
  readonly count: number;
  readonly hasCount: boolean;
  /** The letter after `"`. */
  readonly register?: string;
  readonly operator?: string;
  /** The key of the motion or of the command. `dd` has its operator here. */
  readonly key: string;
  /** The character after `f`, `r` and similar keys, or after the `i` and `a` of a text object. */
  readonly argument: string;
}

const FORM = /^([1-9]\d*)?(?:(?!ctrl-r)([dcy])([1-9]\d*)?)?(?:(ctrl-r|g[geE]|[^\d]|0)(.+)?)?$/su;
const REGISTER = /^"(?:([a-zA-Z])(.*))?$/su;
/** Keys that take a character in vi, such as `zt`, and have no meaning here. They end with it. */
const UNSUPPORTED = /^[zqZ@[\]]$/;
/** The keys whose character is the name of a mark. */
const NAMED = ['m', ...Object.keys(MARK_MOTIONS)];
const MAX_REPEATS = 1000;

/** Parses the keys typed so far. Returns `more` for the start of a command, and undefined for an invalid one. */
export function commandIn(typed: string): ViCommand | 'more' | undefined {
  if (typed.startsWith('"')) {
    const [form, register, rest = ''] = REGISTER.exec(typed) ?? [];
    if (form === undefined) return undefined;
    if (register === undefined || rest === '') return 'more';
    const command = commandIn(rest);
    return typeof command === 'object' ? { ...command, register } : command;
  }
  const [form, first, operator, second, key, argument = ''] = FORM.exec(typed) ?? [];
  if (form === undefined) return undefined;
  if (key === undefined || (key === 'g' && argument === '')) return 'more';
  const isObject = operator !== undefined && (key === 'i' || key === 'a');
  if (argument === '' && (isObject || (operator === undefined && UNSUPPORTED.test(key)))) return 'more';
  const alias = operator === undefined ? ALIASES[key] : undefined;
  if (alias !== undefined) return commandIn(`${first ?? ''}${alias}`);
  const takesCharacter =
    motionOf(key)?.takesCharacter ?? (operator === undefined && (key === 'm' || COMMANDS[key]?.takesCharacter));
  if (takesCharacter && argument === '') return 'more';
  if (NAMED.includes(key) && !/^[a-z]$/.test(argument)) return undefined;
  const isValid = isObject
    ? TEXT_OBJECTS[argument] !== undefined
    : (takesCharacter || argument === '') && isKnown(key, operator);
  if (!isValid) return undefined;
  const count = Math.min(MAX_REPEATS, Number(first ?? 1) * Number(second ?? 1));
  const hasCount = (first ?? second) !== undefined;
  return { count, hasCount, key, argument, ...(operator !== undefined && { operator }) };
}

function isKnown(key: string, operator: string | undefined): boolean {
  if (motionOf(key) !== undefined || key === ';' || key === ',') return true;
  return operator === undefined
    ? ['/', '.', 'v', 'V', 'm'].includes(key) || COMMANDS[key] !== undefined
    : key === operator && key in OPERATORS;
}

export const motionOf = (key: string): Motion | undefined => MOTIONS[key] ?? LINE_MOTIONS[key] ?? MARK_MOTIONS[key];
