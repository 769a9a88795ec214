// One for the process, as the guards of `fetch` and `node:http` are: requests of the user's own clients do not name a bench.
let ambient: () => AbortSignal | undefined = () => undefined;

/** Sets the signal that also aborts all later requests, such as Ctrl-C at a prompt. */
export function setAmbientSignal(current: () => AbortSignal | undefined): void {
  ambient = current;
}

export function withAmbient(signal: AbortSignal | undefined): AbortSignal | undefined {
  const now = ambient();
  return now && signal ? AbortSignal.any([now, signal]) : (now ?? signal);
}
