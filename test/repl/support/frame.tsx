import { Box } from 'ink';
import { render } from 'ink-testing-library';
import { initialState, type ReplState, Store } from '../../../src/repl/state.js';
import { LiveArea } from '../../../src/repl/view/live-area.js';

/** Returns the live area as text, on a screen of the given width. */
export function frame(columns: number, state: Partial<ReplState>): string {
  const store = new Store({ ...initialState({ mode: { kind: 'sandbox' }, columns, rows: 24 }), ...state });
  const { lastFrame, unmount } = render(
    <Box width={columns}>
      <LiveArea store={store} />
    </Box>,
  );
  const picture = lastFrame() ?? '';
  unmount();
  return `\n${picture}\n`;
}
