/** Looks once a second whether the process that started this kernel still lives; a kernel without one ends itself. */
export function endWithParent(everyMs = 1_000): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, everyMs).unref();
}
