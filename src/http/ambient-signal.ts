let ambient: () => AbortSignal | undefined = () => undefined;

/** Whatever is sent from now on is given up, too, when the signal of that moment fires: Ctrl-C at a prompt. */
export function setAmbientSignal(current: () => AbortSignal | undefined): void {
  ambient = current;
}

/** A request's own signal and the ambient one. */
export function withAmbient(signal: AbortSignal | undefined): AbortSignal | undefined {
  const now = ambient();
  return now && signal ? AbortSignal.any([now, signal]) : (now ?? signal);
}
