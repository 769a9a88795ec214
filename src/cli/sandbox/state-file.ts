import { existsSync } from 'node:fs';
import type { SandboxServer, ServerState } from '../../sandbox/index.js';
import { checkServerState } from '../../sandbox/index.js';
import {
  type FileLock,
  fileProblem,
  jsonOf,
  limitText,
  lockFile,
  Mistake,
  readRegularFile,
  replaceFile,
  SIZE_LIMITS,
  UsageError,
} from '../../util/index.js';

const DELAY_MS = 200;
/** Writing a large state takes at most a tenth of the time. */
const REST_FACTOR = 10;

export interface StateFile {
  /** The stored state. Undefined for a new file. */
  readonly state: ServerState | undefined;
  /** Saves the state of the server soon. Several changes are saved together. */
  changed(server: Pick<SandboxServer, 'state'>): void;
  /** Saves the state now. */
  save(server: Pick<SandboxServer, 'state'>): void;
  /** Lets other processes use the file. */
  release(): void;
}

/** Opens the file of `--state`. While it is open, no other process of Patchbay may use it. */
export function openStateFile(file: string, warn: (line: string) => void): StateFile {
  const lock = locked(file);
  let timer: NodeJS.Timeout | undefined;
  let delayMs = DELAY_MS;
  const save = (server: Pick<SandboxServer, 'state'>) => {
    clearTimeout(timer);
    timer = undefined;
    const startMs = performance.now();
    replaceFile(file, textOf(server.state(), file), { mode: 0o600 });
    delayMs = Math.max(DELAY_MS, (performance.now() - startMs) * REST_FACTOR);
  };
  const trySave = (server: Pick<SandboxServer, 'state'>) => {
    try {
      save(server);
    } catch (error) {
      warn(`${file} cannot be written: ${fileProblem(error)}`);
    }
  };
  try {
    const state = existsSync(file) ? read(file) : undefined;
    return {
      state,
      changed(server) {
        timer ??= setTimeout(() => trySave(server), delayMs).unref();
      },
      save: trySave,
      release() {
        clearTimeout(timer);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function locked(file: string): FileLock {
  try {
    // A folder that does not exist, or cannot be written, is reported before the server starts.
    const lock = lockFile(file);
    if (!existsSync(file)) replaceFile(file, '', { mode: 0o600 });
    return lock;
  } catch (error) {
    if (error instanceof Mistake) throw error;
    throw new UsageError(`--state ${file} cannot be written: ${fileProblem(error)}`);
  }
}

const { max } = SIZE_LIMITS.state;

function textOf(state: ServerState, file: string): string {
  const text = JSON.stringify(state);
  if (text.length > max)
    throw new Mistake(`the state has more than ${limitText(SIZE_LIMITS.state)}: ${file} is not saved`);
  return text;
}

/** Reads a state. An empty file is that of a server that was killed before it saved anything. */
export function readServerState(bytes: Uint8Array): ServerState | undefined {
  const text = Buffer.from(bytes).toString('utf8');
  if (text === '') return undefined;
  const value = jsonOf(text);
  if (value === undefined) throw new TypeError('it is not JSON');
  checkServerState(value);
  return value;
}

function read(file: string): ServerState | undefined {
  try {
    return readServerState(readRegularFile(file, { max, advice: 'Use another file.' }));
  } catch (error) {
    const problem = error instanceof TypeError ? error.message : fileProblem(error);
    throw new UsageError(`--state ${file} cannot be used: ${problem}`);
  }
}
