import { Box, useCursor } from 'ink';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { promptLeads } from '../prompt.js';
import type { ReplState } from '../state.js';
import type { Store } from '../store.js';
import { type Drawn, drawnOf, NOTHING_DRAWN } from './drawn.js';
import { layOut } from './layout.js';
import { PopupList } from './popup-list.js';
import { popupPicture } from './popup-rows.js';
import { PromptRow } from './prompt-row.js';
import { RunningRow } from './running-row.js';
import { useElapsed } from './use-elapsed.js';

const POPUP_ROWS = 8;
const QUESTION = { first: '? ', more: '  ', width: 2 };

export interface LiveAreaProps {
  readonly store: Store<ReplState>;
  /** Hears what each frame put on the screen. */
  readonly onDrawn?: (drawn: Drawn) => void;
}

/** The part of the screen that changes: what runs, the prompt, the suggestions. Never taller than the screen less two. */
export function LiveArea({ store, onDrawn }: LiveAreaProps) {
  const { editor, mode, popup, question, running, columns, rows, isLeaving } = useSyncExternalStore(
    store.subscribe,
    store.get,
  );
  const elapsedMs = useElapsed(running);
  const { setCursorPosition } = useCursor();
  const isShowingRun = running !== undefined && elapsedMs !== undefined;
  const room = Math.max(1, rows - 2 - (isShowingRun ? 1 : 0));
  const popupRows = popup === undefined || room < 4 ? 0 : Math.min(POPUP_ROWS, popup.items.length + 1, room - 1);
  const asked = question === undefined ? undefined : `${question} [y/N] `;
  const leads = asked === undefined ? promptLeads(mode, columns) : QUESTION;
  const written = asked === undefined ? editor : { text: asked, cursor: asked.length };
  const laid = layOut(written, { columns, maxRows: room - popupRows, ...leads });
  setCursorPosition({ x: laid.cursor.x, y: laid.cursor.y + (isShowingRun ? 1 : 0) });
  useLayoutEffect(() => {
    onDrawn?.(isLeaving ? NOTHING_DRAWN : drawnOf(laid, isShowingRun ? columns : undefined));
  });
  if (isLeaving) {
    setCursorPosition(undefined);
    return null;
  }
  return (
    <Box flexDirection="column" width={columns}>
      {isShowingRun && <RunningRow what={running.what} elapsedMs={elapsedMs} columns={columns} />}
      {laid.rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
        <PromptRow key={index} row={row} kind={mode.kind} />
      ))}
      {popup !== undefined && popupRows > 0 && (
        <PopupList
          picture={popupPicture(popup, { columns, maxRows: popupRows, under: laid.cursor.x - (popup.to - popup.from) })}
        />
      )}
    </Box>
  );
}
