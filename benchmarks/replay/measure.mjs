/** The shortest of several runs of each, in turns, so that what disturbs the machine disturbs all of them. */
export async function best(rounds, runs) {
  const times = Object.fromEntries(Object.keys(runs).map((name) => [name, Number.POSITIVE_INFINITY]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(runs)) {
      globalThis.gc?.();
      const begun = performance.now();
      await run();
      // The first round only warms up.
      if (round > 0) times[name] = Math.min(times[name], performance.now() - begun);
    }
  }
  return times;
}
