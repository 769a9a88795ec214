/** Runs a task for each item, at most `jobs` at a time, and returns the results in the order of the items. */
export function inParallel<T, R>(items: readonly T[], jobs: number, task: (item: T) => Promise<R>): Promise<R>[] {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = async (): Promise<void> => {
    if (running++ >= jobs) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const done = (): void => {
    running--;
    waiting.shift()?.();
  };
  return items.map(async (item) => {
    await turn();
    return task(item).finally(done);
  });
}
