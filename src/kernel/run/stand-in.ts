// The thread that answers requests for completion and help while the executing thread computes.
import { type MessagePort, parentPort } from 'node:worker_threads';
import { createBench, ownModule } from '../../bench/index.js';
import { Mistake } from '../../util/index.js';
import { preload } from '../execute/preload.js';
import { completeReply } from '../types/complete.js';
import { inspectReply } from '../types/inspect.js';
import type { StandInQuestion, TypesAnswers, TypesQuestion } from '../types/messages.js';
import { notebookHelp } from '../types/notebook-help.js';
import { NO_TYPES, type Types } from '../types/types.js';
import type { Content } from '../wire/messages.js';

/** A compiler that is still loading or busy is not awaited longer. */
const TYPES_MS = 3_000;
const NO_VALUES = 'A cell is running, so this help cannot show values.';

const bench = createBench();
const notYet = () => Promise.reject(new Error('no cell runs in this thread'));
await preload({ bench, mayGoLive: false, display() {}, waiting: new Set(), results: {}, input: notYet }, () =>
  ownModule('patchbay/notebook'),
);

let types: Types = NO_TYPES;
parentPort?.on('message', ({ port, ...question }: StandInQuestion & { readonly port?: MessagePort }) => {
  if (port) types = typesThrough(port);
  void answer(question).then((content) => parentPort?.postMessage({ id: question.id, content }));
});

/** The names of the session hide those of the bench. They have no value here. */
async function answer({ type, content, names }: StandInQuestion): Promise<Content> {
  bench.define(Object.fromEntries(names.map((name) => [name, undefined])));
  const own = new Set(names);
  if (type === 'complete_request')
    return completeReply(content, (source, cursor) => bench.complete(source, cursor), types);
  const help = async (topic: string) => {
    if (own.has(topic.split('.', 1)[0] ?? '')) throw new Mistake('this name has no value in this thread');
    return [...(notebookHelp(topic, () => undefined) ?? (await bench.help(topic))), NO_VALUES];
  };
  return inspectReply(content, { help, peek: (name) => (own.has(name) ? {} : undefined), types });
}

/** The types thread, reached without the executing thread. */
function typesThrough(port: MessagePort): Types {
  const waiting = new Map<number, (answer: unknown) => void>();
  let asked = 0;
  port.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  return {
    ...NO_TYPES,
    ask<Q extends TypesQuestion>(question: Q) {
      const id = ++asked;
      port.postMessage({ id, question });
      return new Promise<TypesAnswers[Q['method']] | undefined>((resolve) => {
        waiting.set(id, resolve as (answer: unknown) => void);
        setTimeout(() => resolve(undefined), TYPES_MS).unref();
      });
    },
  };
}
