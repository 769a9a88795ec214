import type { Header } from '../wire/messages.js';

export interface Output {
  readonly name: 'stdout' | 'stderr';
  readonly text: string;
  readonly parent: Header | undefined;
}

/** Joins output that is printed in quick succession, so that a thousand small writes become a few messages. */
export interface OutputBatch {
  add(output: Output): void;
  /** Sends the pending output. Call it before any other message of the same cell, to keep the order. */
  flush(): void;
}

/** With more parts in one batch, only the order within each stream is kept. A terminal does not promise more. */
const MAX_PARTS = 50;

export function createOutputBatch(send: (output: Output) => void, delayMs: number): OutputBatch {
  let parts: { readonly output: Output; readonly texts: string[] }[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    const pending = parts;
    parts = [];
    for (const { output, texts } of pending) send({ ...output, text: texts.join('') });
  }

  const isSame = (a: Output, b: Output) => a.name === b.name && a.parent?.msg_id === b.parent?.msg_id;

  return {
    add(output) {
      if (parts.length === 0) timer = setTimeout(flush, delayMs);
      const last = parts.at(-1);
      const isMixed = parts.length >= MAX_PARTS;
      const part =
        last && isSame(last.output, output) ? last : isMixed && parts.findLast((one) => isSame(one.output, output));
      if (part) part.texts.push(output.text);
      else parts.push({ output, texts: [output.text] });
    },
    flush,
  };
}
