import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { Bench } from '../bench/index.js';
import { History } from './history/index.js';
import { IdleTimer } from './idle-timer.js';
import { openKeyboard } from './keys/index.js';
import type { Front, ReplOptions, Watchdog } from './options.js';
import { showInPager } from './pager.js';
import { END_SIGNALS, onUncaughtError, ownTerminal, watchSignals } from './process-events.js';
import { headerText } from './prompt.js';
import { Scrollback, wholeText } from './scrollback/index.js';
import { CLEAR_SCREEN, Session } from './session.js';
import { initialState, Store } from './state.js';
import { TerminalControl } from './terminal-control.js';
import { drawFirstFrames } from './view/first-frame.js';
import { FrameWriter } from './view/frame-writer.js';
import { loadScreen } from './view/load-screen.js';
import type { Screen } from './view/screen.js';

/** The compiler behind completion loads after this time without a key. */
const IDLE_MS = 1_000;
const CLEAR_LINE = '\r\x1b[K';

/** Opens the full view: an editable prompt, a list of suggestions, and the scrollback above. */
export async function openView(options: ReplOptions): Promise<number> {
  keepHeapSmall();
  const { stdin = process.stdin, stdout = process.stdout, env = process.env } = options;
  const colour = !env.NO_COLOR;
  // Later replacements of `stdout.write` do not apply to the view.
  const write = stdout.write.bind(stdout);
  const size = () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
  const writer = new FrameWriter(write);
  const store = new Store(initialState({ mode: options.mode ?? { kind: 'sandbox' }, isColoured: colour, ...size() }));
  const over = deferred<number>();
  const bench = deferred<Bench>();
  let screen: Screen | undefined;
  let loaded: Bench | undefined;
  const scrollback = new Scrollback(
    (text) => screen?.write(loaded?.knownSecrets.text(text) ?? text),
    () => ({ ...store.get(), colour, ...aboutErrors(loaded) }),
  );
  const session = new Session({
    store,
    bench: bench.promise,
    history: new History(options.historyFile),
    screen: { write: (text) => screen?.write(text), painted: async () => screen?.painted() },
    terminal: {
      suspend: () => control.suspend(),
      edit: (text) => control.edit(text, env),
      keep: () => keyboard.keep(),
    },
    notice: (text) => scrollback.show({ kind: 'notice', text }),
    onLeave: over.resolve,
    offersGhost: colour && stdout.getColorDepth?.(env) !== 1,
    showsPreview: env.PATCHBAY_PREVIEW !== 'off',
  });

  const idle = new IdleTimer(IDLE_MS, () => loaded?.types?.warmUp());
  // Enable raw mode before Ink loads, so that keys typed in the meantime appear in the first frame.
  let watchdog: Watchdog | undefined;
  const keyboard = openKeyboard(stdin, write, {
    before: () => watchdog?.collect(),
    onKeys: (keys) => {
      idle.postpone();
      session.receive(keys);
    },
    onEnd: () => over.resolve(0),
  });
  const control = new TerminalControl({ keyboard, screen: writer });
  const page: Front['showInPager'] = (value) => {
    const text = wholeText(value, { ...store.get(), colour });
    return control.lend(() => showInPager(loaded?.knownSecrets.text(text) ?? text, env));
  };
  const front: Front = { ask: session.ask, showInPager: page, edit: (text) => control.edit(text, env) };
  const onResize = () => {
    writer.resized(size().columns);
    store.set(size());
  };
  stdout.on('resize', onResize);
  const stopSignals = watchSignals({
    interrupt: () => control.isElsewhere || session.stop(),
    end: over.resolve,
  });
  const undo = [
    keyboard.close,
    stopSignals,
    control.watch(),
    () => idle.stop(),
    () => stdout.off('resize', onResize),
    () => writer.hold(),
  ];
  const end = () => {
    scrollback.flush();
    store.set({ isLeaving: true });
    loaded?.interrupt(); // nothing could stop the loop of an input that starts without the watchdog
    for (const each of undo.splice(0).reverse()) each();
  };
  // `process.exit` in an input skips the `finally` below. The shell's prompt must start on a clean line.
  process.once('exit', end);
  try {
    // The terminal itself has echoed what was typed before raw mode. Clear that line.
    write(CLEAR_LINE + headerText(options.header?.(size().columns) ?? [], { ...size(), colour }));
    const endFirstFrames = drawFirstFrames(store, writer);
    const { mountScreen } = await loadScreen(env, colour);
    endFirstFrames();
    screen = mountScreen({ store, stdin, writer });
    undo.push(screen.close);
    if (stdout === process.stdout) {
      undo.push(ownTerminal((text) => scrollback.add(text)));
    }
    undo.push(onUncaughtError((error) => scrollback.uncaught(error)));
    await nextTurn();
    startBench(options, front, bench, async (ready) => {
      loaded = ready;
      const clear = () => screen?.write(CLEAR_SCREEN);
      undo.push(scrollback.follow(ready.log), followCommands(ready.log, { leave: () => over.resolve(0), clear }));
      watchdog = await options.startWatchdog?.({
        terminal: true,
        endSignals: END_SIGNALS,
        interrupt: (ended) => session.stop(ended),
        typed: keyboard.receive,
      });
      undo.push(() => void watchdog?.stop());
      idle.start();
      // Before, a signal to end would not reach it, and could not end a busy input.
      await watchdog?.ready;
    });
    // The first failure ends the session with its error: the bench cannot load, or a frame cannot be drawn.
    return await Promise.race([over.promise, bench.promise.then(() => over.promise), screen.failed]);
  } finally {
    process.off('exit', end);
    end();
  }
}

/** Carries out what the commands of the session ask of the view. */
const followCommands = (log: Bench['log'], commands: Readonly<Record<'leave' | 'clear', () => void>>) =>
  log.follow(({ kind }) => {
    if (kind === 'leave' || kind === 'clear') commands[kind]();
  });

/** What the bench knows about an error. Before it has loaded, nothing. */
const aboutErrors = (bench: Bench | undefined) => ({
  framesOf: (error: unknown) => bench?.framesOf(error) ?? [],
  placeOf: (error: unknown) => bench?.placeOf(error),
  adviceOn: (error: unknown) => bench?.adviceOn(error) ?? [],
});

function startBench(
  { bench }: ReplOptions,
  front: Front,
  into: Deferred<Bench>,
  onReady: (bench: Bench) => Promise<void>,
): void {
  const starting = typeof bench === 'function' ? bench(front) : bench;
  starting
    .then(async (ready) => {
      await onReady(ready);
      into.resolve(ready);
    })
    .catch(into.reject);
}

interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

function deferred<Value>(): Deferred<Value> {
  let settle: Omit<Deferred<Value>, 'promise'> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...(settle as Omit<Deferred<Value>, 'promise'>) };
}

/**
 * Limits how far the heap grows before it is collected. By default, V8 lets a small heap grow to four times its live
 * size. A bench stays open all day and is mostly idle, so twice the size is enough, and the extra collections are not
 * noticeable.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=100');
}
