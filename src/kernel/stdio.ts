type Print = (name: 'stdout' | 'stderr', text: string) => void;

/** Whatever any code in this process writes to stdout or stderr becomes output of a cell. */
export function captureStdio(print: Print): void {
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = ((chunk: string | Uint8Array, encoding?: unknown, done?: unknown) => {
      print(name, typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
      const callback = typeof encoding === 'function' ? encoding : done;
      if (typeof callback === 'function') queueMicrotask(() => callback());
      return true;
    }) as typeof process.stdout.write;
  }
}
