export type Key =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string }
  | {
      readonly kind: 'press';
      readonly name: KeyName;
      readonly ctrl: boolean;
      readonly alt: boolean;
      readonly shift: boolean;
    };

/** The named keys, and the letters pressed with Ctrl or Alt. */
export type KeyName =
  | 'enter'
  | 'tab'
  | 'escape'
  | 'backspace'
  | 'delete'
  | 'insert'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'home'
  | 'end'
  | 'pageup'
  | 'pagedown'
  | (string & {});

export function press(name: KeyName, held: { ctrl?: boolean; alt?: boolean; shift?: boolean } = {}): Key {
  return { kind: 'press', name, ctrl: held.ctrl ?? false, alt: held.alt ?? false, shift: held.shift ?? false };
}

/** Returns the name of a key in key tables: `ctrl-a`, `alt-left`, `shift-tab`, `enter`. */
export function chord(key: Extract<Key, { kind: 'press' }>): string {
  return `${key.ctrl ? 'ctrl-' : ''}${key.alt ? 'alt-' : ''}${key.shift ? 'shift-' : ''}${key.name}`;
}

/** Removes characters that the editor cannot show: control characters except newline and tab, and direction marks. */
export function printable(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/g, '');
}
