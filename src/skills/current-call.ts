import { AsyncLocalStorage } from 'node:async_hooks';

/** Which call of a tool is running, so that what it sends can be told as its own also when several run at once. */
export const currentCall = new AsyncLocalStorage<{ readonly id: number; readonly tool: string }>();

let last = 0;

export const nextCallId = (): number => ++last;
