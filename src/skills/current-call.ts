import { AsyncLocalStorage } from 'node:async_hooks';

interface CurrentCall {
  readonly id: number;
  readonly tool: string;
  failed?: boolean;
}

/** Which call of a tool is running, so that what it sends can be told as its own also when several run at once. */
export const currentCall = new AsyncLocalStorage<CurrentCall>();

/** Marks the answer of the running call, whatever its words become, as one that tells of a failure. */
export function tellFailure(): void {
  const call = currentCall.getStore();
  if (call) call.failed = true;
}

let last = 0;

export const nextCallId = (): number => ++last;
