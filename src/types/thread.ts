// The types thread: loads the compiler, and answers the requests of `createTypeService`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { attempt, packageRoot } from '../util/index.js';
import { loadCompiler } from './compiler.js';
import {
  LATEST_COMPLETE,
  LATEST_SIGNATURE,
  type TypeMemory,
  type TypeReply,
  type TypeRequest,
  type TypeThreadData,
} from './messages.js';
import { findNodeTypes } from './source-files.js';
import { createTypeEngine, type TypeEngine } from './type-engine.js';

const { folder, variables, latest } = workerData as TypeThreadData;
const newest = new Int32Array(latest);
/** How long a build of the declarations may take, below the time that a worker has to load. */
const MAX_BUILD_MS = 45_000;
const POLL_MS = 250;
let isStale = () => false;

// Unread output would fill the memory of the main thread.
for (const stream of [process.stdout, process.stderr]) Object.assign(stream, { write: () => true });
// Almost all of the compiler is two functions that run once for each input. To optimize them, V8 would need 150 MB of memory,
// which it does not return, and 4 seconds. The limit holds for the process: few other functions are as long as this.
setFlagsFromString('--max-optimized-bytecode-size=20000');
void start();

async function start(): Promise<void> {
  const root = packageRoot();
  const compiler = loadCompiler(root);
  if ('reason' in compiler) {
    reply({ kind: 'unavailable', ...compiler });
    return;
  }
  const declarations = join(root, 'dist', 'types');
  if (!(await areBuilt(root, declarations))) {
    reply({ kind: 'unavailable', reason: 'the declarations of this package are not built', install: 'npm run build' });
    return;
  }
  const folders = {
    declarations,
    lib: compiler.libFolder,
    node: findNodeTypes(root, compiler.ts.version),
    user: folder,
  };
  const engine = createTypeEngine({ compiler, folders, variables, isCancelled: () => isStale() });
  engine.complete('platform.', 9); // reads the declarations
  reply({ kind: 'ready', compiler: compiler.name });
  parentPort?.on('message', (request: TypeRequest) => reply(answer(engine, request)));
}

/** Waits for the declarations. In a checkout, `npm start` builds them while the bench is open. */
async function areBuilt(root: string, declarations: string): Promise<boolean> {
  const isCheckout = existsSync(join(root, 'scripts', 'build.mjs'));
  const deadline = performance.now() + (isCheckout ? MAX_BUILD_MS : 0);
  while (!existsSync(join(declarations, 'index.d.ts'))) {
    if (performance.now() >= deadline) return false;
    await wait(POLL_MS);
  }
  return true;
}

function reply(message: TypeReply): void {
  parentPort?.postMessage(message);
}

function answer(engine: TypeEngine, request: TypeRequest): TypeReply {
  const { kind, id } = request;
  switch (kind) {
    case 'add':
      attempt(() => engine.add(request.source));
      return { kind: 'added', id };
    case 'complete':
      return { kind, id, answer: fresh(LATEST_COMPLETE, id, () => engine.complete(request.source, request.cursor)) };
    case 'signature':
      return { kind, id, answer: fresh(LATEST_SIGNATURE, id, () => engine.signature(request.source, request.cursor)) };
    case 'check':
      return { kind, id, answer: attempt(() => engine.check(request.source)) };
    case 'type':
      return { kind, id, answer: attempt(() => engine.typeOf(request.source)) };
    case 'memory':
      return { kind, id, answer: memory() };
  }
}

/** Runs a request, unless a newer one of its kind exists. The compiler stops when one arrives. */
function fresh<Answer>(index: number, id: number, run: () => Answer | undefined): Answer | undefined {
  isStale = () => Atomics.load(newest, index) !== id;
  try {
    return isStale() ? undefined : attempt(run); // cancelled, or failed on this input
  } finally {
    isStale = () => false;
  }
}

function memory(): TypeMemory {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return { heapMb: used_heap_size / 2 ** 20, limitMb: heap_size_limit / 2 ** 20 };
}
