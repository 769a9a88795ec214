/** Checks every second whether the parent process still runs, and kills this kernel if it has ended. */
export function endWithParent(everyMs = 1_000): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, everyMs).unref();
}
