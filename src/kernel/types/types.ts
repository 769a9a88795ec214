import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { TypesAnswers, TypesData, TypesQuestion } from './messages.js';

/** TypeScript's information about cells, from its own thread: cells do not wait for the compiler to load. */
export interface Types {
  ask<Q extends TypesQuestion>(question: Q): Promise<TypesAnswers[Q['method']] | undefined>;
  /** Loads the compiler, so that the first request is answered sooner. */
  warmUp(): void;
  /** Whether requests are answered within milliseconds: the compiler is loaded, or unavailable. */
  isLoaded(): boolean;
  /** Whether the compiler could not be loaded. */
  isMissing(): boolean;
}

/** A stand-in that has no answers, for `PATCHBAY_TYPES=off`. */
export const NO_TYPES: Types = {
  ask: async () => undefined,
  warmUp: () => {},
  isLoaded: () => true,
  isMissing: () => false,
};

/** `offer` gets a port through which another thread can ask while this one computes. */
export function createTypes(entry: string, preloaded: readonly string[], offer: (port: MessagePort) => void): Types {
  const waiting = new Map<number, (answer: unknown) => void>();
  let thread: Worker | undefined;
  let asked = 0;
  let loaded = false;
  let gone = false;

  function start(): Worker {
    const { port1: port, port2 } = new MessageChannel();
    offer(port2);
    const worker = new Worker(entry, {
      workerData: { role: 'types', preloaded, port } satisfies TypesData,
      transferList: [port],
      stdout: true, // discards what the compiler prints
      stderr: true,
    });
    worker.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
      loaded = true;
      waiting.get(id)?.(answer);
      waiting.delete(id);
    });
    worker.on('error', () => {}); // tslab is optional: cells run without the compiler
    worker.on('exit', () => {
      gone = true;
      for (const settle of waiting.values()) settle(undefined);
      waiting.clear();
    });
    worker.unref();
    return worker;
  }

  return {
    warmUp() {
      thread ??= start();
    },
    ask: (question) =>
      new Promise((resolve) => {
        if (gone) return resolve(undefined);
        const id = ++asked;
        waiting.set(id, resolve as (answer: unknown) => void);
        thread ??= start();
        thread.postMessage({ id, question });
      }),
    isLoaded: () => loaded || gone,
    isMissing: () => gone && !loaded,
  };
}
