import { AsyncLocalStorage } from 'node:async_hooks';

interface CurrentCall {
  readonly id: number;
  readonly tool: string;
  /** Cuts the hidden values of its skill. */
  redact(text: string): string;
  failed: boolean;
}

/** Which call of a tool is running, so that what it sends can be told as its own also when several run at once. */
export const currentCall = new AsyncLocalStorage<CurrentCall>();

/** Marks the answer of the running call, whatever its words become, as one that tells of a failure. */
export function tellFailure(): void {
  const call = currentCall.getStore();
  if (call) call.failed = true;
}

/** An error that nobody awaited, told as that of the tool that left it behind; nothing, when it is of none. */
export function strayFailure(error: unknown): string | undefined {
  const call = currentCall.getStore();
  return call && `${call.tool} failed where nobody waited for it: ${call.redact(String(error))}`;
}

let last = 0;

export const nextCallId = (): number => ++last;
