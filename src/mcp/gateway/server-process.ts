import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reaper } from './reaper.js';
import type { Start } from './sandbox.js';

/** How long a server may take to end after its input closes, and again after SIGTERM. */
const GRACE_MS = 1000;
const LAST_OUTPUT_MS = 250;

export class ServerProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
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
      // Child processes must not outlive the server.
      this.#kill('SIGKILL');
      reaper.remove(this.#group);
      tidy();
      // Wait for output that is still in the pipes. A child that left the process group may hold them open forever.
      await Promise.race([drained, wait(LAST_OUTPUT_MS)]);
      return signal ? `ended by ${signal}` : `exit code ${code}`;
    });
  }

  static async start({ words, cwd, env, identity, tidy }: Start, reaper: Reaper): Promise<ServerProcess> {
    const [program = '', ...args] = words;
    // With its own process group, the server ends with its children, and Ctrl-C for the gateway does not reach it.
    const detached = process.platform !== 'win32';
    const child = spawn(program, args, { cwd, env, stdio: 'pipe', detached, windowsHide: true, ...identity });
    child.stdin.on('error', () => {}); // `ended` reports that the process is gone
    try {
      await once(child, 'spawn');
    } catch (error) {
      tidy();
      throw error;
    }
    return new ServerProcess(child, reaper, tidy);
  }

  /** Closes the input of the server. If it does not end, sends SIGTERM and then SIGKILL. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stop());
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
      // The process group has already ended.
    }
  }
}

function exitOf(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<[number | null, string | null]> {
  child.on('error', () => {}); // a signal could not be sent; `exit` still follows
  return new Promise((resolve) => child.once('exit', (...how) => resolve(how)));
}
