const ENDING = { SIGTERM: 143, SIGHUP: 129 } as const;

/** Handles signals while the view is open. SIGINT acts as Ctrl-C; SIGTERM and SIGHUP close the view. */
export function watchSignals(on: { interrupt: () => void; end: (code: number) => void }): () => void {
  const listeners: [NodeJS.Signals, () => void][] = [
    ['SIGINT', on.interrupt],
    ['SIGTERM', () => on.end(ENDING.SIGTERM)],
    ['SIGHUP', () => on.end(ENDING.SIGHUP)],
  ];
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}
