import { History } from '../../../src/repl/history/index.js';
import { type Key, KeyParser } from '../../../src/repl/keys/index.js';
import { Session } from '../../../src/repl/session.js';
import { initialState, Store } from '../../../src/repl/state.js';
import { standInBench } from './stand-in-bench.js';

/** A session on a stand-in bench: `type` bytes at it, look at the `store`, the `calls` the bench got, the `notices`. */
export function atThePrompt(
  options: Parameters<typeof standInBench>[0] & {
    readonly isLoading?: boolean;
    readonly offersGhost?: boolean;
    readonly showsPreview?: boolean;
    readonly painted?: () => Promise<void>;
    /** The user's editor. */
    readonly edit?: (text: string) => Promise<string>;
  } = {},
) {
  const { bench, calls, log } = standInBench(options);
  let loaded = () => {};
  const loading = new Promise<typeof bench>((resolve) => {
    loaded = () => resolve(bench);
  });
  const load = () => {
    loaded();
    return settled();
  };
  if (!options.isLoading) loaded();
  const store = new Store(initialState({ mode: bench.mode, columns: 80, rows: 24 }));
  const notices: string[] = [];
  const left: number[] = [];
  /** The input at each Ctrl-Z. */
  const suspended: string[] = [];
  const session = new Session({
    store,
    bench: loading,
    history: new History(),
    screen: { painted: options.painted ?? (async () => {}), write: () => {} },
    terminal: {
      suspend: () => suspended.push(store.get().editor.text),
      edit: options.edit ?? (async (text) => text),
    },
    notice: (text) => notices.push(text),
    onLeave: (code) => left.push(code),
    offersGhost: options.offersGhost ?? true,
    showsPreview: options.showsPreview ?? false,
  });
  const parser = new KeyParser();
  const type = async (...texts: string[]) => {
    for (const text of texts) {
      const keys: Key[] = parser.push(Buffer.from(text));
      session.receive(keys);
      await settled();
    }
    session.receive(parser.flush());
  };
  return {
    type,
    store,
    calls,
    log,
    notices,
    left,
    suspended,
    load,
    ask: session.ask,
    text: () => store.get().editor.text,
  };
}

/** Everything that is due without waiting for a clock has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
