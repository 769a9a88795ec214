let ambient: () => AbortSignal | undefined = () => undefined;

/**
 * Sets the signal that also aborts all later requests, such as Ctrl-C at a prompt. `current` is called for each
 * request.
 */
export function setAmbientSignal(current: () => AbortSignal | undefined): void {
  ambient = current;
}

/** Combines the signal of a request with the ambient one. */
export function withAmbient(signal: AbortSignal | undefined): AbortSignal | undefined {
  const now = ambient();
  return now && signal ? AbortSignal.any([now, signal]) : (now ?? signal);
}
