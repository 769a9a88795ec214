import { paint } from '../../show/index.js';
import { promptLeads } from '../prompt.js';
import type { ReplState, Store } from '../state.js';
import type { Frame, FrameWriter } from './frame-writer.js';
import { layOut, leadParts } from './layout.js';
import { THEME } from './theme.js';

/** Draws the prompt and what is typed while Ink loads, which takes longer than all before it. Returns its end. */
export function drawFirstFrames(store: Store<ReplState>, writer: FrameWriter): () => void {
  const draw = () => writer.draw(firstFrame(store.get()));
  draw();
  return store.subscribe(draw);
}

/** The input with its prompt, without the colours of code. */
function firstFrame({ editor, mode, recording, vi, columns, rows, isColoured, isLeaving }: ReplState): Frame {
  const laid = layOut(editor, {
    columns,
    maxRows: Math.max(1, rows - 2),
    ...promptLeads(mode, columns, recording, vi),
  });
  if (isLeaving) return { lines: [], cursor: { x: 0, y: 0 } };
  const style = paint(isColoured);
  const lines = laid.rows.map(({ lead, text }) => {
    const { words, sign } = leadParts(lead);
    const label = style[THEME.mode[mode.kind]](words);
    return (mode.kind === 'live' ? style.bold(label) : label) + style.dim(sign) + text;
  });
  return { lines, cursor: laid.cursor };
}
