/** What one press on the keyboard (or one paste) means. */
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

/** The named keys, and the letters that come with Ctrl or Alt. */
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

/** `ctrl-a`, `alt-left`, `shift-tab`, `enter`: what key tables are written in. */
export function chord(key: Extract<Key, { kind: 'press' }>): string {
  return `${key.ctrl ? 'ctrl-' : ''}${key.alt ? 'alt-' : ''}${key.shift ? 'shift-' : ''}${key.name}`;
}
