/** The shortest input found that still fails: halves, then smaller stretches, are left out as long as it fails. */
export async function minimised(
  input: Buffer,
  fails: (input: Buffer) => Promise<boolean>,
  mostRuns = 60,
): Promise<Buffer> {
  let shortest = input;
  let runs = 0;
  for (let stretch = Math.ceil(input.length / 2); stretch >= 1 && runs < mostRuns; stretch = Math.floor(stretch / 2)) {
    for (let index = 0; index < shortest.length && runs < mostRuns; ) {
      const shorter = Buffer.concat([shortest.subarray(0, index), shortest.subarray(index + stretch)]);
      runs++;
      if (shorter.length < shortest.length && (await fails(shorter))) shortest = shorter;
      else index += stretch;
    }
  }
  return shortest;
}
