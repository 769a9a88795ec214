// One for the process, as the guards of `fetch` and `node:http` are: requests of the user's own clients do not name a
// bench. Several copies of this package may be loaded, and the guards are of the first.
const CURRENT = Symbol.for('patchbay.ambient-signal');
type Shared = { [CURRENT]?: () => AbortSignal | undefined };

/** Sets the signal that also aborts all later requests, such as Ctrl-C at a prompt. */
export function setAmbientSignal(current: () => AbortSignal | undefined): void {
  (globalThis as Shared)[CURRENT] = current;
}

export function withAmbient(signal: AbortSignal | undefined): AbortSignal | undefined {
  const ambient = (globalThis as Shared)[CURRENT]?.();
  return ambient && signal ? AbortSignal.any([ambient, signal]) : (ambient ?? signal);
}
