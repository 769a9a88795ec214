// Runs a program on a pseudo-terminal (`script` of util-linux) and keeps the screen that its output draws.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import xterm from '@xterm/headless';

/** Of util-linux. */
const PTY = 'script';
const PATIENCE_MS = 60_000;

export function onPty(command, { columns = 100, rows = 30, env }) {
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 100, allowProposedApi: true });
  const startedMs = performance.now();
  const child = spawn(PTY, ['-qfec', `stty cols ${columns} rows ${rows}; exec ${command}`, '/dev/null'], {
    env,
    detached: true,
  });
  let look = () => {};
  const end = () => {
    const all = descendants(child.pid);
    try {
      process.kill(-child.pid, 'SIGKILL');
      for (const pid of all) process.kill(pid, 'SIGKILL');
    } catch {
      // It had ended by itself.
    }
  };
  // Also when a measurement fails: nothing is left running.
  process.once('exit', end);
  child.stdin.on('error', () => {});
  child.stdout.on('data', (bytes) => terminal.write(bytes, () => look()));
  // Questions that a program asks of its terminal are answered, as a real one does.
  terminal.onData((answer) => child.stdin.write(answer));
  const row = (y) => terminal.buffer.active.getLine(y)?.translateToString(true).trimEnd() ?? '';
  const screen = () => Array.from({ length: rows }, (_, y) => row(terminal.buffer.active.baseY + y));
  return {
    startedMs,
    terminal,
    screen,
    cursorRow: () => row(terminal.buffer.active.baseY + terminal.buffer.active.cursorY),
    lastRow: () => screen().findLast((text) => text !== '') ?? '',
    write: (text) => child.stdin.write(text),
    /** The moment at which the screen first is as claimed. */
    until(claim, what = String(claim), patienceMs = PATIENCE_MS) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          look = () => {};
          reject(new Error(`never came: ${what}; the screen:\n${screen().join('\n').trimEnd()}`));
        }, patienceMs);
        look = () => {
          if (!claim()) return;
          clearTimeout(timer);
          look = () => {};
          resolve(performance.now());
        };
        look();
      });
    },
    /** Megabytes of the program and of all it has started. */
    residentMb: () => descendants(child.pid).reduce((sum, pid) => sum + residentKb(pid), 0) / 1024,
    close() {
      process.off('exit', end);
      end();
      return new Promise((resolve) =>
        (child.exitCode ?? child.signalCode) !== null ? resolve() : child.on('close', resolve),
      );
    },
  };
}

/** Not `script` itself: it is ours. */
function descendants(pid) {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name in brackets may hold anything, spaces too.
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
        return [[Number(name), Number(parent)]];
      } catch {
        return []; // ended meanwhile
      }
    });
  const found = [];
  for (let wanted = [pid]; wanted.length > 0; ) {
    wanted = parents.filter(([, parent]) => wanted.includes(parent)).map(([own]) => own);
    found.push(...wanted);
  }
  return found;
}

function residentKb(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
