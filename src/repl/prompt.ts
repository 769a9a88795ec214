import { basename } from 'node:path';
import stringWidth from 'string-width';
import type { Mode } from '../bench/index.js';
import { clean, cleanLine, paint, wrapped } from '../show/index.js';
import { printable } from './keys/index.js';
import type { ReplState } from './state.js';
import { cut } from './view/fit.js';

export const PROMPT_SIGN = '›';
export const MORE_SIGN = '…';

/** Names the mode, that is, where requests go. Every prompt shows it, so that users do not confuse the modes. */
function promptLabel(mode: Mode, columns: number): string {
  if (mode.kind === 'sandbox') return 'sandbox';
  if (mode.kind === 'live')
    return `LIVE ${cut(printable(cleanLine(mode.space ?? '')), Math.floor(columns / 3))}`.trim();
  const file = printable(cleanLine(basename(mode.file)));
  const room = Math.floor(columns / 3) - 'replay '.length;
  return stringWidth(file) <= room ? `replay ${file}` : 'replay';
}

/** Names the recording in progress. A narrow screen has no room for the file. */
function recordingLabel(file: string | undefined, columns: number): string {
  if (file === undefined) return '';
  const name = columns < NARROW ? '' : ` ${cut(printable(cleanLine(basename(file))), Math.floor(columns / 4))}`;
  return ` ● rec${name}`;
}

/** Says why an input waits for another line, and how to leave it. */
export const unfinished = ({ open, missing = 'Not finished' }: { open?: string; missing?: string }): string =>
  `${open === undefined ? missing : `${open} is open`}. Ctrl-C clears it`;

const NARROW = 60;

/** The mode of the vi keys. All labels have the same width, so that the input does not move. */
const VI_LABELS = { insert: ' [I]', normal: ' [N]', visual: ' [V]', lines: ' [L]' };

function viLabel(vi: ReplState['vi']): string {
  if (vi === undefined) return '';
  return VI_LABELS[vi.visual ? (vi.visual.isLinewise ? 'lines' : 'visual') : vi.mode];
}

/** Returns the text before the first line of an input and before its other lines. Both have the same width. */
export function promptLeads(
  mode: Mode,
  columns: number,
  recording?: string,
  vi?: ReplState['vi'],
): { first: string; more: string; width: number } {
  const first = `${promptLabel(mode, columns)}${recordingLabel(recording, columns)}${viLabel(vi)} ${PROMPT_SIGN} `;
  const width = stringWidth(first);
  return { first, more: `${MORE_SIGN} `.padStart(width), width };
}

/** Formats the header, with the first line in bold. Lines that are too long for the screen wrap. */
export function headerText(
  lines: readonly string[],
  { columns, colour }: { columns: number; colour: boolean },
): string {
  const { bold, dim } = paint(colour);
  return lines
    .flatMap((line, index) => wrapped(clean(line), columns).map(index === 0 ? bold : dim))
    .map((line) => `${line}\n`)
    .join('');
}
