import type { Header } from '../wire/messages.js';

export interface Output {
  readonly name: 'stdout' | 'stderr';
  readonly text: string;
  readonly parent: Header | undefined;
}

/** Joins output that is printed in quick succession, so that a thousand small writes become one message. */
export interface OutputBatch {
  add(output: Output): void;
  /** Sends the pending output. Call it before any other message of the same cell, to keep the order. */
  flush(): void;
}

export function createOutputBatch(send: (output: Output) => void, delayMs: number): OutputBatch {
  let first: Output | undefined;
  let texts: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    if (!first) return;
    const output = { ...first, text: texts.join('') };
    first = undefined;
    texts = [];
    send(output);
  }

  return {
    add(output) {
      if (first && (first.name !== output.name || first.parent?.msg_id !== output.parent?.msg_id)) flush();
      if (!first) {
        first = output;
        timer = setTimeout(flush, delayMs);
      }
      texts.push(output.text);
    },
    flush,
  };
}
