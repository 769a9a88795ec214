/** A picture for the documentation, with the text that a reader sees in it. */
export interface Picture {
  /** The name of the file in docs/images. */
  readonly name: string;
  readonly content: string | Buffer;
  readonly text: readonly string[];
}

/** The lines without what differs between two runs: durations, ports, times of the day and the marks of masked values. */
export const comparable = (text: readonly string[]): string[] => {
  const lines = text.map((line) =>
    line
      .replace(/\d+(?:\.\d+)?(?= ?ms\b)|(?<=↳ )\d+(?:\.\d+)?(?= s\b)/g, '…')
      .replace(/(?<=\(mark )[0-9a-f]+/g, '…')
      .replace(/(?<=127\.0\.0\.1:|localhost:)\d+/g, '…')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  // A slow input has a line with its time alone.
  return [...new Set(lines)].filter((line) => line !== '' && !/^↳ … m?s$/.test(line));
};
