// A terminal for one program: types keys, waits for text on the screen, and returns the screen.
import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 20_000);
const POLL_MS = 40;
let opened = 0;

/** Starts a shell command on a screen of that size, under its own tmux server. */
export function openTerminal(command, { columns, rows = 24, env = {} }) {
  opened += 1;
  const socket = `patchbay-${process.pid}-${opened}`;
  const tmux = (...args) => execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  tmux('new-session', '-d', '-s', 'it', '-x', String(columns), '-y', String(rows), ...variables, command);
  const screen = () => tmux('capture-pane', '-p', '-t', 'it');
  const terminal = {
    screen,
    /** Includes the lines that have scrolled off the screen. */
    everything: () => tmux('capture-pane', '-p', '-J', '-S', '-', '-t', 'it'),
    cursor: () => tmux('display-message', '-p', '-t', 'it', '#{cursor_x},#{cursor_y}').trim(),
    /** Of the program, when the command became it. */
    pid: () => Number(tmux('display-message', '-p', '-t', 'it', '#{pane_pid}')),
    /** The process group in the foreground of the terminal. */
    foreground: () =>
      Number(
        execFileSync('ps', ['-o', 'tpgid=', '-p', tmux('display-message', '-p', '-t', 'it', '#{pane_pid}').trim()]),
      ),
    // tmux takes a semicolon at the end for its own.
    type: (text) => tmux('send-keys', '-t', 'it', '-l', text.replace(/;$/, '\\;')),
    press: (...keys) => tmux('send-keys', '-t', 'it', ...keys),
    /** Bytes as they are, in one piece. */
    bytes: (bytes) =>
      tmux('send-keys', '-t', 'it', '-H', ...[...Buffer.from(bytes)].map((byte) => byte.toString(16).padStart(2, '0'))),
    /** Pasted as the terminal's own paste is: with its marks, if the program asked for them. */
    paste(text) {
      execFileSync('tmux', ['-L', socket, 'load-buffer', '-'], { input: text });
      tmux('paste-buffer', '-p', '-r', '-t', 'it');
    },
    /** With the codes of its colours. */
    coloured: () => tmux('capture-pane', '-p', '-e', '-t', 'it'),
    resize: (width, height) => tmux('resize-window', '-t', 'it', '-x', String(width), '-y', String(height)),
    close: () => {
      try {
        execFileSync('tmux', ['-L', socket, 'kill-server'], { stdio: 'ignore' });
      } catch {
        // The program and its terminal are gone already.
      }
    },
    /** Polls until the screen shows it (a text, a pattern, or a claim about the lines); throws with the screen when it never does. */
    async see(wanted) {
      const untilMs = performance.now() + PATIENCE_MS;
      for (;;) {
        const now = screen();
        if (shows(now, wanted)) return now;
        if (performance.now() > untilMs) throw new Error(`never saw ${wanted}; the screen:\n${framed(now)}`);
        await wait(POLL_MS);
      }
    },
  };
  return terminal;
}

function shows(screen, wanted) {
  if (typeof wanted === 'function') return wanted(screen.trimEnd().split('\n'));
  return typeof wanted === 'string' ? screen.includes(wanted) : wanted.test(screen);
}

export function framed(screen) {
  return screen.trimEnd().replace(/^/gm, '  | ');
}
