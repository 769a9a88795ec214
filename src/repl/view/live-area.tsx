import { Box } from 'ink';
import { useInsertionEffect, useSyncExternalStore } from 'react';
import { highlighted, selected } from '../editor/index.js';
import type { Search } from '../history/index.js';
import { printable } from '../keys/index.js';
import { rowOf } from '../picker.js';
import { promptLeads } from '../prompt.js';
import type { ReplState, Store } from '../state.js';
import { selectionOf } from '../vi/visual.js';
import { cut, textWidth } from './fit.js';
import { type Laid, layOut, type Row } from './layout.js';
import { PopupList } from './popup-list.js';
import { popupHeight, popupPicture } from './popup-rows.js';
import { PromptRow } from './prompt-row.js';
import { HOW_TO_STOP, RunningRow, useElapsed } from './running-row.js';
import { SearchList, searchHeight } from './search-list.js';
import { PreviewRow, SignatureRow, shownBelow } from './signature-row.js';

const RUNNING = `running${HOW_TO_STOP}`;
const QUESTION = { first: '? ', more: '  ', width: 2 };
const SEARCH = { first: '⌕ ', more: '  ', width: 2 };
const IDS = { enter: 'inserts', empty: 'No ids seen yet · Esc closes' };

/** The open list: matches of the history, or ids and numbers. */
function listOf({ search, picker }: ReplState): Search | undefined {
  return picker ? { ...picker, matches: picker.matches.map(rowOf), draft: '' } : search;
}

/** Returns the content of the prompt area: an open question, a search, or the input. */
function pictured({
  question,
  search,
  editor,
  mode,
  recording,
  columns,
  vi,
}: Pick<ReplState, 'question' | 'search' | 'editor' | 'mode' | 'recording' | 'columns' | 'vi'>) {
  if (question !== undefined) {
    const text = `${question} [y/N] `;
    return { written: { text, cursor: text.length }, leads: QUESTION, runs: [] };
  }
  if (search !== undefined) {
    return { written: { text: search.query, cursor: search.query.length }, leads: SEARCH, runs: [] };
  }
  const runs = highlighted(editor.text, editor.cursor);
  return {
    written: editor,
    leads: promptLeads(mode, columns, recording, vi),
    runs: vi?.visual ? selected(runs, selectionOf(vi.visual, editor)) : runs,
  };
}

export interface LiveAreaProps {
  readonly store: Store<ReplState>;
  /** Called with the place of the cursor before each frame is written. */
  readonly onCursor?: (cursor: Laid['cursor']) => void;
}

/**
 * The part of the screen that is redrawn: the running input, the prompt and the suggestions. It leaves at least two
 * rows of the screen free.
 */
export function LiveArea({ store, onCursor }: LiveAreaProps) {
  const state = useSyncExternalStore(store.subscribe, store.get);
  const search = listOf(state);
  const { editor, vi, mode, recording, popup, question, picker, ghost, running, columns, rows, isColoured, isLeaving } =
    state;
  const { signature, preview } = shownBelow(state);
  const elapsedMs = useElapsed(running);
  const isShowingRun = running !== undefined && elapsedMs !== undefined;
  const room = Math.max(1, rows - 2 - (isShowingRun ? 1 : 0));
  const listed = search ? searchHeight(search) : popup ? popupHeight(popup, columns) : (signature ?? preview) ? 1 : 0;
  const listRows = room < 4 ? 0 : Math.min(listed, room - 1);
  const { written, leads, runs } = pictured({ question, search, editor, mode, recording, columns, vi });
  const laid = layOut(written, { columns, maxRows: room - listRows, ...leads, runs });
  useInsertionEffect(() => {
    onCursor?.({ x: laid.cursor.x, y: laid.cursor.y + (isShowingRun ? 1 : 0) });
  });
  // Code that blocks the thread keeps this frame on the screen, so the frame already says how to stop the code.
  const isBeginning = running !== undefined && !isShowingRun && written.text === '';
  const suggested = isBeginning ? RUNNING : printable(ghost);
  const ghostFor = (row: Row) => cut(suggested, Math.max(0, columns - 1 - textWidth(row.lead + row.text)));
  if (isLeaving) return null;
  return (
    <Box flexDirection="column" width={columns}>
      {isShowingRun && (
        <RunningRow what={printable(running.waitsFor?.() ?? running.what)} elapsedMs={elapsedMs} columns={columns} />
      )}
      {laid.rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
        <PromptRow key={index} row={row} kind={mode.kind} ghost={index === laid.rows.length - 1 ? ghostFor(row) : ''} />
      ))}
      {search !== undefined && listRows > 0 && (
        <SearchList {...{ search, columns }} maxRows={listRows} {...(picker && { words: IDS })} />
      )}
      {search === undefined && popup !== undefined && listRows > 0 && (
        <PopupList
          picture={popupPicture(popup, { columns, maxRows: listRows, under: laid.cursor.x - (popup.to - popup.from) })}
        />
      )}
      {signature !== undefined && listRows > 0 && <SignatureRow signature={signature} {...{ columns, isColoured }} />}
      {preview !== undefined && listRows > 0 && <PreviewRow text={preview} columns={columns} />}
    </Box>
  );
}
