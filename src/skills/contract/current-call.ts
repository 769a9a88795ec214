import { AsyncLocalStorage } from 'node:async_hooks';

interface CurrentCall {
  readonly id: number;
  readonly tool: string;
  redact(text: string): string;
  failed: boolean;
}

/** The tool call that is running, so that its requests are attributed to it even if several calls run at once. */
export const currentCall = new AsyncLocalStorage<CurrentCall>();

/** Marks the result of the running call as a failure, whatever its text. */
export function markFailed(): void {
  const call = currentCall.getStore();
  if (call) call.failed = true;
}

/** Describes an uncaught error that a tool caused. Returns undefined if it came from elsewhere. */
export function uncaughtToolError(error: unknown): string | undefined {
  const call = currentCall.getStore();
  return call && `${call.tool} failed outside its call: ${call.redact(String(error))}`;
}
