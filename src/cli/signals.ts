const ENDING = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Calls `end` with the exit code of a signal that ends programs, unless the signal has other listeners. */
export function onSignal(end: (code: number) => void): void {
  for (const [signal, code] of Object.entries(ENDING))
    process.on(signal, () => process.listenerCount(signal) === 1 && end(code));
}
