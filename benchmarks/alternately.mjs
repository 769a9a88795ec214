/** Runs all sides in turn, round after round, after one round that only warms the file cache. */
export async function alternately(rounds, sides) {
  const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of Object.entries(sides)) {
      const ms = await measure();
      if (round > 0) times[name].push(ms);
    }
  }
  return times;
}
