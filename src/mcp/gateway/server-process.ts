import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reaper } from './reaper.js';
import type { Start } from './sandbox.js';

/** A server that is asked to end gets so long before it is made to, twice. */
const GRACE_MS = 1000;
const LAST_WORDS_MS = 250;

/** A running server and everything it started, ended together. */
export class ServerProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** How it ended, in words. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #group: number;
  #stopping: Promise<void> | undefined;

  private constructor(child: ChildProcessByStdio<Writable, Readable, Readable>, reaper: Reaper, tidy: () => void) {
    this.#child = child;
    this.#group = child.pid as number;
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    reaper.add(this.#group);
    const drained = new Promise((resolve) => child.once('close', resolve));
    this.ended = exitOf(child).then(async ([code, signal]) => {
      // What it started must not go on without it.
      this.#kill('SIGKILL');
      reaper.remove(this.#group);
      tidy();
      // Its last words may still be in the pipes. One that got away may hold them open for ever.
      await Promise.race([drained, wait(LAST_WORDS_MS)]);
      return signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`;
    });
  }

  static async start({ words, cwd, env, identity, tidy }: Start, reaper: Reaper): Promise<ServerProcess> {
    const [program = '', ...args] = words;
    // A group of its own: it ends with its children, and not by a Ctrl-C that is meant for the gateway.
    const detached = process.platform !== 'win32';
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached,
      windowsHide: true,
      ...identity,
    });
    child.stdin.on('error', () => {}); // that it is gone is told by its end
    try {
      await once(child, 'spawn');
    } catch (error) {
      tidy();
      throw error;
    }
    return new ServerProcess(child, reaper, tidy);
  }

  /** Asks it to end, and makes it. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.stdin.end();
    if (await this.#endsWithin(GRACE_MS)) return;
    this.#kill('SIGTERM');
    if (await this.#endsWithin(GRACE_MS)) return;
    this.#kill('SIGKILL');
    await this.ended;
  }

  async #endsWithin(ms: number): Promise<boolean> {
    const late = new AbortController();
    const timer = wait(ms, false, { signal: late.signal }).catch(() => false);
    const isOver = await Promise.race([this.ended.then(() => true), timer]);
    late.abort();
    return isOver;
  }

  #kill(signal: NodeJS.Signals): void {
    try {
      if (process.platform === 'win32') this.#child.kill(signal);
      else process.kill(-this.#group, signal);
    } catch {
      // nobody of it is left
    }
  }
}

function exitOf(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<[number | null, string | null]> {
  child.on('error', () => {}); // a signal that could not be sent; its end is told all the same
  return new Promise((resolve) => child.once('exit', (...how) => resolve(how)));
}
