import type { EditorState } from '../editor/index.js';
import type { ViCommand } from './parse-command.js';

export interface ViState {
  readonly mode: 'insert' | 'normal';
  /** The start of the selected text, in visual mode. That mode is a form of normal mode. */
  readonly visual?: Visual | undefined;
  readonly pending: string;
  /** The latest `f`, `F`, `t` or `T`, for `;` and `,`. */
  readonly find?: { readonly key: string; readonly character: string };
  /** The number of undo steps before insert mode began. The text typed in insert mode is one step. */
  readonly undoFrom: number;
  /** The command that began insert mode, and the text at that time. */
  readonly insertion?: { readonly command: ViCommand; readonly text: string; readonly at: number } | undefined;
  /** The latest change, for `.`. */
  readonly change?: { readonly command: ViCommand; readonly inserted: string };
  /** The texts that `"a` and the like stored, by their letters. Lines end with a newline. */
  readonly registers?: Readonly<Record<string, string>>;
  readonly marks?: Readonly<Record<string, Mark>> | undefined;
}

export interface Visual {
  readonly anchor: number;
  readonly isLinewise: boolean;
}

/** A position, with the text at the time. A change of the text before it moves the mark. */
interface Mark {
  readonly at: number;
  readonly text: string;
}

/** Each input begins in insert mode. */
export const VI_START: ViState = {
  mode: 'insert',
  pending: '',
  undoFrom: 0,
  insertion: undefined,
  visual: undefined,
  marks: undefined,
};

export interface ViChange {
  readonly vi: ViState;
  readonly editor: EditorState;
  /** A key of the prompt: a line or a statement up or down, or a search in the history. */
  readonly press?: { readonly name: 'up' | 'down' | 'search'; readonly count: number };
}

/** Returns the current position of a mark. A mark in deleted text is where the text was. */
export function markedPosition({ marks }: ViState, name: string, text: string): number | undefined {
  const mark = marks?.[name];
  if (mark === undefined) return undefined;
  const max = Math.min(mark.text.length, text.length);
  let start = 0;
  while (start < max && mark.text[start] === text[start]) start++;
  let end = 0;
  while (end < max - start && mark.text.at(-1 - end) === text.at(-1 - end)) end++;
  if (mark.at < start) return mark.at;
  return mark.at < mark.text.length - end ? start : mark.at + text.length - mark.text.length;
}

export const withMark = (vi: ViState, name: string, { text, cursor }: EditorState): ViState => ({
  ...vi,
  marks: { ...vi.marks, [name]: { at: cursor, text } },
});

export const registerText = ({ registers }: ViState, register: string): string =>
  registers?.[register.toLowerCase()] ?? '';

/** Stores a text in a register. A capital letter appends it. */
export function withRegister(vi: ViState, register: string, text: string): ViState {
  const name = register.toLowerCase();
  const before = register === name ? '' : registerText(vi, name);
  // A line is not joined with other text.
  const isBroken = before !== '' && text.endsWith('\n') && !before.endsWith('\n');
  const isEnded = before.endsWith('\n') && !text.endsWith('\n');
  return {
    ...vi,
    registers: { ...vi.registers, [name]: before + (isBroken ? '\n' : '') + text + (isEnded ? '\n' : '') },
  };
}
