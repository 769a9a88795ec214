type KeyHelp = readonly (readonly [keys: string, help: string])[];

/** The keys of the prompt. The view defines their behaviour. */
export const EDITING_KEYS: KeyHelp = [
  ['Enter', 'run a complete input, or add a line to an incomplete one'],
  ['Alt-Enter, Shift-Enter', 'add a line'],
  ['Tab, Shift-Tab', 'open the completion list and move in it'],
  ['( , {', 'the row below shows the signature of the call'],
  ['Up, Down, PageUp, PageDown', 'move in a list'],
  ['Right, End, Ctrl-F, Ctrl-E', 'at the end: accept the suggestion'],
  ['Alt-F, Alt-Right, Ctrl-Right', 'at the end: accept its next word'],
  ['Up, Down, Ctrl-P, Ctrl-N', 'previous or next input with the same start'],
  ['Ctrl-R', 'search the history; Ctrl-R, Ctrl-S, Up and Down choose'],
  ['Ctrl-C', 'stop the running code, or clear the input'],
  ['Ctrl-Z', 'suspend the bench; fg in the shell continues it'],
  ['Ctrl-X Ctrl-E', 'edit the input in VISUAL or EDITOR'],
  ['Ctrl-D', 'delete the next character, or exit'],
  ['Ctrl-L', 'clear the screen'],
  ['Ctrl-A, Ctrl-E, Home, End', 'move to the start or end of the line'],
  ['Ctrl-B, Ctrl-F, Left, Right', 'move by one character'],
  ['Alt-B, Alt-F, Alt-Left, Alt-Right', 'move by one word'],
  ['Alt-<, Alt->, Ctrl-Home, Ctrl-End', 'move to the start or end of the input'],
  ['Ctrl-K, Ctrl-U', 'delete to the end or start of the line'],
  ['Ctrl-W, Alt-Backspace, Alt-D', 'delete a word'],
  ['Ctrl-Y, Alt-Y', 'insert the deleted text, or an older one'],
  ['Ctrl-T', 'swap two characters'],
  ['Ctrl-_, Alt-/', 'undo, redo'],
];

/** The keys of the normal mode of vi. In insert mode, the other keys work. */
export const VI_KEYS: KeyHelp = [
  ['Esc', 'begin normal mode'],
  ['i a I A o O', 'begin insert mode'],
  ['h l 0 ^ $', 'move in the line'],
  ['w b e W B E', 'move by words'],
  ['f F t T ; ,', 'move to a character, and repeat'],
  ['j k', 'next or previous line, then input of the history'],
  ['gg G', 'first or last line of the input'],
  ['d c y', 'delete, change or copy, with a motion; dd cc yy: lines'],
  ['x X D C s S Y', 'short forms of dl, dh, d$, c$, cl, cc and yy'],
  ['r ~', 'replace a character, change its case'],
  ['p P', 'insert the deleted or copied text'],
  ['u Ctrl-R', 'undo, redo'],
  ['/', 'search the history'],
  ['1 2 3 …', 'a count before a command, a motion or an operator'],
];
