const ENDING = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Hears of the signals that end a program, with the exit code that goes with each, unless somebody else does too. */
export function onSignal(end: (code: number) => void): void {
  for (const [signal, code] of Object.entries(ENDING))
    process.on(signal, () => process.listenerCount(signal) === 1 && end(code));
}
