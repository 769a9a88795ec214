import { type Key, type KeyName, press } from './key.js';

/** Keys by the final letter of `ESC [ … letter` and `ESC O letter`. */
const BY_LETTER: Readonly<Record<string, KeyName>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
};

/** Keys by the first number of `ESC [ number ~`. */
const BY_NUMBER: Readonly<Record<string, KeyName>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
};

/** Keys by the code point that terminals with extended protocols send. */
const BY_CODE: Readonly<Record<number, KeyName>> = { 9: 'tab', 13: 'enter', 27: 'escape', 127: 'backspace' };

/** Returns the key of a control sequence, or undefined for a reply of the terminal or an unsupported key. */
export function keyOfSequence(parameters: string, final: string): Key | undefined {
  // `<`, `=`, `>` and `?` start private sequences, such as mouse reports and replies to queries.
  if (/^[<=>?]/.test(parameters)) return undefined;
  const [first = '', second = '', third = ''] = parameters.split(';');
  if (final === 'Z') return press('tab', { shift: true });
  if (final === '~' && first === '27') return spelledOut(Number(third), second);
  if (final === 'u') return spelledOut(Number.parseInt(first, 10), second);
  const name = final === '~' ? BY_NUMBER[first] : BY_LETTER[final];
  return name === undefined ? undefined : press(name, held(second));
}

/** Returns the key of `ESC O letter`, which terminals send in application mode. */
export function keyOfLetter(letter: string): Key | undefined {
  if (letter === 'M') return press('enter');
  const name = BY_LETTER[letter];
  return name === undefined ? undefined : press(name);
}

/** Returns the key of a control byte: Ctrl with a letter, or one of the keys that share such a byte. */
export function keyOfControl(code: number): Key | undefined {
  // A line typed before raw mode arrives with LF instead of CR.
  if (code === 13 || code === 10) return press('enter');
  if (code === 9) return press('tab');
  if (code === 127 || code === 8) return press('backspace');
  if (code === 31) return press('_', { ctrl: true });
  return code >= 1 && code <= 26 ? press(String.fromCharCode(code + 96), { ctrl: true }) : undefined;
}

/** Decodes modifiers, which are sent as their bits plus one: shift 1, alt 2, ctrl 4. */
function held(modifier: string): { ctrl: boolean; alt: boolean; shift: boolean } {
  const bits = Math.max(0, (Number.parseInt(modifier, 10) || 1) - 1);
  return { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 };
}

function spelledOut(code: number, modifier: string): Key | undefined {
  const keys = held(modifier);
  const name = BY_CODE[code] ?? (code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined);
  if (name === undefined) return undefined;
  return name.length === 1 && !keys.ctrl && !keys.alt ? { kind: 'text', text: name } : press(name, keys);
}
