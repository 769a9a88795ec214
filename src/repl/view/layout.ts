import stringWidth from 'string-width';
import { clean } from '../../show/index.js';
import { graphemes, startOfCharacter } from '../../util/index.js';
import type { EditorState, Run, Style } from '../editor/index.js';
import { MORE_SIGN, PROMPT_SIGN } from '../prompt.js';

/** One row of the screen: the lead before the text, and the text. */
export interface Row {
  readonly lead: string;
  readonly text: string;
  /** The same text, split into pieces of one style. */
  readonly runs: readonly { readonly text: string; readonly style: Style }[];
}

export interface Laid {
  readonly rows: readonly Row[];
  readonly cursor: { readonly x: number; readonly y: number };
}

export interface Room {
  readonly columns: number;
  readonly maxRows: number;
  readonly first: string;
  readonly more: string;
  readonly width: number;
  /** The styles of the characters. The default is plain. */
  readonly runs?: readonly Run[];
}

/** Replaces control characters from a history file or a response, so that they are visible. */
const seen = (character: string) => (clean(character) === character ? character : '\ufffd');

/** Splits the text into rows and locates the cursor. If there are too many rows, keeps those around the cursor. */
export function layOut(written: Pick<EditorState, 'text' | 'cursor'>, room: Room): Laid {
  const { from, to } = nearCursor(written, room);
  const text = written.text.slice(from, to);
  const { cursor } = written;
  const rows: Row[] = [];
  const styleAt = styles(room.runs ?? []);
  let runs: { text: string; style: Style }[] = [];
  const end = (lead: string, row: string) => {
    rows.push({ lead, text: row, runs });
    runs = [];
  };
  const spot = { x: 0, y: 0 };
  const space = Math.max(1, room.columns - room.width);
  let at = from;
  for (const line of text.split('\n')) {
    let lead = leadAt(at, written.text, room);
    let row = '';
    let used = 0;
    for (const character of graphemes(line)) {
      const shown = character === '\t' ? '  ' : seen(character);
      const width = stringWidth(shown);
      if (used + width > space) {
        end(lead, row);
        [lead, row, used] = [' '.repeat(room.width), '', 0];
      }
      if (at === cursor) Object.assign(spot, { x: room.width + used, y: rows.length });
      row += shown;
      const style = styleAt(at);
      const last = runs.at(-1);
      if (last?.style === style) last.text += shown;
      else runs.push({ text: shown, style });
      used += width;
      at += character.length;
    }
    // The cursor does not fit after a full row, so it moves to the start of the next one.
    if (at === cursor && used === space) {
      end(lead, row);
      [lead, row, used] = [' '.repeat(room.width), '', 0];
    }
    if (at === cursor) Object.assign(spot, { x: room.width + used, y: rows.length });
    end(lead, row);
    at += 1;
  }
  return windowed({ rows, cursor: spot }, room.maxRows);
}

function leadAt(at: number, text: string, { first, more, width }: Room): string {
  if (at === 0) return first;
  return text[at - 1] === '\n' ? more : ' '.repeat(width);
}

/** Returns the part of the text that can be on the screen, because all of it is laid out at each key. */
function nearCursor({ text, cursor }: Pick<EditorState, 'text' | 'cursor'>, { columns, maxRows, width }: Room) {
  const space = Math.max(1, columns - width);
  const size = Math.max(LEAST_LAID, 2 * space * maxRows);
  if (text.length <= 2 * size) return { from: 0, to: text.length };
  // In steps of whole rows from the start of the line, so that its rows do not change with each key.
  const earliest = Math.max(0, cursor - size);
  const start = earliest === 0 ? 0 : text.lastIndexOf('\n', earliest - 1) + 1;
  const from = startOfCharacter(text, start + Math.floor((earliest - start) / space) * space);
  return { from, to: startOfCharacter(text, Math.min(text.length, cursor + size)) };
}

const LEAST_LAID = 4_000;

/** Returns a function that finds the style at a position. Positions must be passed in ascending order. */
function styles(runs: readonly Run[]): (at: number) => Style {
  let index = 0;
  return (at) => {
    while (index < runs.length && at >= (runs[index] as Run).to) index++;
    return runs[index]?.style ?? 'plain';
  };
}

function windowed({ rows, cursor }: Laid, maxRows: number): Laid {
  if (rows.length <= maxRows) return { rows, cursor };
  const from = Math.min(Math.max(0, cursor.y - Math.floor(maxRows / 2)), rows.length - maxRows);
  return { rows: rows.slice(from, from + maxRows), cursor: { x: cursor.x, y: cursor.y - from } };
}

/** Splits a lead into its words and the sign at its end, because they are drawn differently. */
export function leadParts(lead: string): { words: string; sign: string } {
  const sign = [PROMPT_SIGN, MORE_SIGN].find((each) => lead.endsWith(`${each} `));
  return sign === undefined ? { words: lead, sign: '' } : { words: lead.slice(0, -sign.length - 1), sign: `${sign} ` };
}
