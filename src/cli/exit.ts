import { isatty } from 'node:tty';

/**
 * Ends the process after its handlers of `exit`. Node.js restores the terminals that it started with; if one of them is
 * closed, it aborts or waits for ever, so the process then ends itself.
 */
export function exit(code: number): never {
  if (hasLostTerminal()) process.on('exit', () => process.kill(process.pid, 'SIGKILL'));
  process.exit(code);
}

const hasLostTerminal = (): boolean =>
  [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY && !isatty(stream.fd));
